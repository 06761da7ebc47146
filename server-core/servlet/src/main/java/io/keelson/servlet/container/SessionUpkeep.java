package io.keelson.servlet.container;

import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.work.WorkPolicies;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an application as its descriptors and the domain want them, and a look now and then for those that have expired
 * (Servlet 6.1, 7.5). Thread-safe.
 */
final class SessionUpkeep {
    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final WebApplication application;
    private final WorkPolicies work;
    private final Sessions sessions;
    private volatile boolean stopped;
    private volatile Timers.@Nullable Timer next;

    SessionUpkeep(WebApplication application, ServletContext context, SessionStore store, WorkPolicies work) {
        this.application = application;
        this.work = work;
        SessionDescriptor declared = application.descriptor().server().session();
        Integer idLength = declared.idLength();
        Integer most = declared.maxInMemory();
        this.sessions = new Sessions(
                context,
                store,
                application.listeners().sessions(),
                application.ticker(),
                idLength == null ? 0 : idLength,
                most == null ? -1 : most,
                timeoutSeconds(application.descriptor(), application.server().settings()));
    }

    private static int timeoutSeconds(WebDescriptor descriptor, ContainerSettings settings) {
        Integer minutes = descriptor.session().timeoutMinutes();
        if (minutes != null) {
            return minutes <= 0 ? 0 : (int) Math.min(Integer.MAX_VALUE, minutes * 60L);
        }
        Integer seconds = descriptor.server().session().timeoutSeconds();
        return seconds != null ? seconds : (int) settings.sessionTimeout().toSeconds();
    }

    Sessions sessions() {
        return sessions;
    }

    /** Looks from now on. */
    void start() {
        next = application.server().timers().after(PERIOD, this::look);
        if (stopped) {
            stop();
        }
    }

    private void look() {
        if (!stopped) {
            if (sessions.someExpired()) {
                work.standard().offer(() -> application.inContext(sessions::expire));
            }
            start();
        }
    }

    /** Looks no more; a timer that waited would keep the application's loader. */
    void stop() {
        stopped = true;
        Timers.Timer waiting = next;
        if (waiting != null) {
            waiting.cancel();
        }
    }
}
