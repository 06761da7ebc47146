package io.keelson.servlet;

import io.keelson.kernel.spi.session.SessionBudget;
import io.keelson.kernel.spi.session.SessionReports;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.spi.AttributeCost;
import io.keelson.servlet.spi.SessionStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Asks the stores of all applications. Thread-safe. */
final class SessionInquiry implements SessionReports {
    private final Supplier<? extends Collection<WebApplication>> applications;

    SessionInquiry(Supplier<? extends Collection<WebApplication>> applications) {
        this.applications = applications;
    }

    /** Of those that share their sessions one. */
    private Stream<WebApplication> leading() {
        return List.copyOf(applications.get()).stream()
                .filter(application -> application.sessions().leads());
    }

    private static String keptAs(WebApplication application) {
        return application.sessions().keptAs(application.name());
    }

    @Override
    public List<Sight> look(String id) {
        int end = id.indexOf('!');
        String own = end < 0 ? id : id.substring(0, end);
        List<Sight> sights = new ArrayList<>();
        for (WebApplication application : leading().toList()) {
            SessionStore store = application.sessions().store();
            store.look(own, application.monitoringAttribute())
                    .ifPresent(sight -> sights.add(
                            Sight.of(keptAs(application), store.status().type().text(), sight)));
        }
        return sights;
    }

    @Override
    public boolean doubtful() {
        return applications.get().stream()
                .anyMatch(each -> each.sessions().store().doubts());
    }

    @Override
    public List<SessionBudget> budgets(String application) {
        return leading()
                .filter(each -> keptAs(each).equals(application))
                .map(SessionInquiry::budget)
                .toList();
    }

    private static SessionBudget budget(WebApplication application) {
        Sessions sessions = application.sessions();
        List<AttributeCost> costs = sessions.store().costs();
        long requests = sessions.load().requests();
        long all = costs.stream().mapToLong(AttributeCost::bytes).sum();
        return new SessionBudget(
                keptAs(application),
                SessionRuntime.contextRoots(application),
                sessions.store().status().type().text(),
                sessions.size(),
                sessions.store().bytes(),
                requests,
                all,
                costs.stream()
                        .sorted(Comparator.comparingLong(AttributeCost::bytes)
                                .reversed()
                                .thenComparing(AttributeCost::attribute))
                        .map(cost -> new SessionBudget.Cost(
                                cost.attribute(),
                                cost.type(),
                                cost.set(),
                                cost.changed(),
                                cost.bytes(),
                                cost.unchangedBytes(),
                                requests == 0 ? 0 : (double) cost.bytes() / requests,
                                all == 0 ? 0 : (double) cost.bytes() / all,
                                cost.marshallingMicros()))
                        .toList(),
                sessions.load().knee(sessions.store().local()));
    }

    @Override
    public List<String> kept() {
        return leading()
                .filter(application -> application.sessions().cookie() != null)
                .map(SessionInquiry::keptAs)
                .toList();
    }
}
