package io.keelson.servlet.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.response.SetCookie;
import io.keelson.servlet.session.SessionCookie;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.session.SharedSessions;
import io.keelson.servlet.session.VersionMark;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.work.WorkPolicies;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an application as its descriptors and the domain want them, and a look now and then for those that have expired. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.5 Session Timeouts.
 */
final class SessionUpkeep {
    /** Period at which this server's memory is looked through, unless the application asks for another. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** Period at which the store is looked through, where the application does not say. */
    private static final Duration STORE_PERIOD = Duration.ofSeconds(60);

    private final WebApplication application;
    private final WorkPolicies work;
    private final @Nullable SharedSessions shared;
    private final Sessions sessions;
    private final Duration period;
    private final Duration storePeriod;
    private final boolean persistent;
    private final AtomicBoolean expiring = new AtomicBoolean();
    private volatile long storeLookedAtNanos;
    private volatile boolean stopped;
    private volatile Timers.@Nullable Timer next;

    SessionUpkeep(
            WebApplication application,
            ServletContext context,
            SessionStore store,
            @Nullable SharedSessions shared,
            WorkPolicies work) {
        this.application = application;
        this.work = work;
        this.shared = shared;
        SessionDescriptor declared = application.descriptor().server().session();
        Integer idLength = declared.idLength();
        Integer most = declared.maxInMemory();
        Integer interval = declared.invalidationIntervalSeconds();
        this.period = interval == null ? PERIOD : Duration.ofSeconds(Math.max(1, interval));
        this.storePeriod = interval == null ? STORE_PERIOD : period;
        this.persistent = store.persistent();
        this.sessions = new Sessions(
                context,
                store,
                shared,
                application.listeners().sessions(),
                application.ticker(),
                VersionMark.of(VersionedName.versionOf(application.name())),
                idLength == null ? 0 : idLength,
                most == null ? -1 : most,
                application.descriptor().distributable(),
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

    /** Before the first request: opens the store. In the application's context. */
    void open() throws DeploymentException {
        sessions.open(application.contextPath(), new StoreHost(application, sessions), application::inContext);
    }

    /** Looks from now on. */
    void start() throws DeploymentException {
        checkCookies();
        checkShared();
        storeLookedAtNanos = application.ticker().nanoTime();
        again();
    }

    /** The application's code may have changed how its sessions are tracked: it is asked when that is fixed. */
    private void checkCookies() throws DeploymentException {
        checkCookieItself();
        String content = sessions.cookie();
        if (content == null) {
            return;
        }
        SessionTracking tracking = application.tracking();
        if (!tracking.byCookie()) {
            throw new DeploymentException(
                    "the clients are to keep the sessions (persistent-store-type cookie), but the"
                            + " application does not track them by cookies; allow it cookies, or name another persistent-store-type");
        }
        if (content.equals(tracking.cookie().effectiveName())) {
            throw new DeploymentException(
                    "the cookie " + content + " cannot be both the one with the session id and the"
                            + " one with the session: change cookie-name or persistent-store-cookie-name");
        }
    }

    /** Refuses a cookie that the application's code has made such that no request could begin a session with it. */
    private void checkCookieItself() throws DeploymentException {
        SessionTracking tracking = application.tracking();
        if (tracking.byCookie()) {
            try {
                SetCookie.format(tracking.cookie().cookie("id", application.contextPath(), false), 0);
            } catch (IllegalArgumentException e) {
                throw new DeploymentException(
                        "the cookie of its sessions cannot be made (SessionCookieConfig): " + e.getMessage(), e);
            }
        }
    }

    private void checkShared() throws DeploymentException {
        SharedSessions all = shared;
        if (all != null) {
            SessionCookie cookie = application.tracking().cookie();
            all.sameCookie(
                    application.contextPath().isEmpty() ? "/" : application.contextPath(),
                    cookie.effectiveName() + "; Domain=" + cookie.getDomain() + "; Path=" + cookie.getPath());
        }
    }

    private void again() {
        next = application.server().timers().after(period, this::look);
        if (stopped) {
            stop();
        }
    }

    private void look() {
        if (!stopped) {
            long now = application.ticker().nanoTime();
            if (!sessions.leads()) {
                again();
                return;
            }
            sessions.load().sample();
            if (persistent && now - storeLookedAtNanos >= storePeriod.toNanos()) {
                storeLookedAtNanos = now;
                expire(sessions::expireAll);
            } else if (sessions.someExpired()) {
                expire(sessions::expire);
            }
            again();
        }
    }

    /** One at a time: a store that is slow must not take thread after thread. */
    private void expire(Runnable work) {
        if (expiring.compareAndSet(false, true)) {
            Runnable once = () -> {
                try {
                    application.inContext(work);
                } finally {
                    expiring.set(false);
                }
            };
            if (!this.work.standard().offer(once)) {
                expiring.set(false);
            }
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
