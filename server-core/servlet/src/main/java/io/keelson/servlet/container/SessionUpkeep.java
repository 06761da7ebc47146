package io.keelson.servlet.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.servlet.descriptor.ServerSettings.SessionDescriptor;
import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.field.SetCookie;
import io.keelson.servlet.registration.Listeners;
import io.keelson.servlet.runtime.ApplicationParts;
import io.keelson.servlet.runtime.RequestGate;
import io.keelson.servlet.server.ContainerSettings;
import io.keelson.servlet.server.ServerSide;
import io.keelson.servlet.server.Timers;
import io.keelson.servlet.session.SessionCookie;
import io.keelson.servlet.session.SessionTracking;
import io.keelson.servlet.session.Sessions;
import io.keelson.servlet.session.SharedSessions;
import io.keelson.servlet.session.VersionMark;
import jakarta.servlet.ServletContext;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of an application as its descriptors and the domain want them, and a look now and then for those that have expired.
 * Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.5 Session Timeouts.
 */
final class SessionUpkeep {
    /** Period at which this server's memory is looked through, unless the application asks for another. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** Period at which the store is looked through, where the application does not say. */
    private static final Duration STORE_PERIOD = Duration.ofSeconds(60);

    private final ApplicationParts parts;
    private final ServerSide server;
    private final RequestGate gate;
    private final SessionTracking tracking;
    private final Sessions sessions;
    private final Duration period;
    private final Duration storePeriod;
    private final boolean persistent;
    private final AtomicBoolean expiring = new AtomicBoolean();
    private volatile long storeLookedAtNanos;
    private volatile boolean stopped;
    private volatile Timers.@Nullable Timer next;

    SessionUpkeep(
            ApplicationParts parts,
            ServerSide server,
            ServletContext context,
            Listeners listeners,
            SessionTracking tracking,
            RequestGate gate) {
        this.parts = parts;
        this.server = server;
        this.gate = gate;
        this.tracking = tracking;
        WebDescriptor descriptor = parts.descriptor();
        SessionDescriptor declared = descriptor.server().session();
        Integer idLength = declared.idLength();
        Integer most = declared.maxInMemory();
        Integer interval = declared.invalidationIntervalSeconds();
        this.period = interval == null ? PERIOD : Duration.ofSeconds(Math.max(1, interval));
        this.storePeriod = interval == null ? STORE_PERIOD : period;
        this.persistent = parts.sessionStore().persistent();
        this.sessions = new Sessions(
                context,
                parts.sessionStore(),
                parts.shared(),
                listeners.sessions(),
                server.timers().ticker(),
                VersionMark.of(VersionedName.versionOf(parts.address().name())),
                idLength == null ? 0 : idLength,
                most == null ? -1 : most,
                descriptor.module().distributable(),
                timeoutSeconds(descriptor, server.settings()));
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
        StoreHost host = new StoreHost(parts.components(), server, gate, sessions);
        sessions.open(parts.address().contextPath(), host, gate::inContext);
    }

    /** Looks from now on. */
    void start() throws DeploymentException {
        checkCookies();
        checkShared();
        storeLookedAtNanos = server.timers().ticker().nanoTime();
        again();
    }

    /** The application's code may have changed how its sessions are tracked: it is asked when that is fixed. */
    private void checkCookies() throws DeploymentException {
        checkCookieItself();
        String content = sessions.cookie();
        if (content == null) {
            return;
        }
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
        if (tracking.byCookie()) {
            try {
                SetCookie.format(tracking.cookie().cookie("id", parts.address().contextPath(), false), 0);
            } catch (IllegalArgumentException e) {
                throw new DeploymentException(
                        "the cookie of its sessions cannot be made (SessionCookieConfig): " + e.getMessage(), e);
            }
        }
    }

    private void checkShared() throws DeploymentException {
        SharedSessions all = parts.shared();
        if (all != null) {
            SessionCookie cookie = tracking.cookie();
            String contextPath = parts.address().contextPath();
            all.sameCookie(
                    contextPath.isEmpty() ? "/" : contextPath,
                    cookie.effectiveName() + "; Domain=" + cookie.getDomain() + "; Path=" + cookie.getPath());
        }
    }

    private void again() {
        next = server.timers().after(period, this::look);
        if (stopped) {
            stop();
        }
    }

    private void look() {
        if (!stopped) {
            long now = server.timers().ticker().nanoTime();
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
                    gate.inContext(work);
                } finally {
                    expiring.set(false);
                }
            };
            if (!parts.work().standard().offer(once)) {
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
