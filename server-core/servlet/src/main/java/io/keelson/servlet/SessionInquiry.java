package io.keelson.servlet;

import io.keelson.kernel.spi.SessionReports;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.spi.SessionStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** Asks the stores of all applications. Thread-safe. */
final class SessionInquiry implements SessionReports {
    private final Supplier<? extends Collection<WebApplication>> applications;

    SessionInquiry(Supplier<? extends Collection<WebApplication>> applications) {
        this.applications = applications;
    }

    @Override
    public List<Sight> look(String id) {
        int end = id.indexOf('!');
        String own = end < 0 ? id : id.substring(0, end);
        List<Sight> sights = new ArrayList<>();
        for (WebApplication application : applications.get()) {
            SessionStore store = application.sessions().store();
            store.look(own)
                    .ifPresent(sight -> sights.add(
                            Sight.of(application.name(), store.status().type().text(), sight)));
        }
        return sights;
    }

    @Override
    public List<String> kept() {
        return applications.get().stream()
                .filter(application -> application.sessions().cookie() != null)
                .map(WebApplication::name)
                .toList();
    }
}
