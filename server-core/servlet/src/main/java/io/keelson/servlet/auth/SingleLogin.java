package io.keelson.servlet.auth;

import io.keelson.kernel.context.Caller;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One login that several applications know, and the sessions that it has there. Thread-safe: its lock guards the sessions.
 *
 * <p>Specification: Servlet 6.1, 13.7 Server Tracking of Authentication Information.
 */
final class SingleLogin {
    private final SingleSignOn owner;
    private final SessionLogin.Login login;
    private final Map<SessionLogin, Runnable> sessions = new HashMap<>();
    private boolean ended;
    private volatile @Nullable String id;
    private volatile long usedNanos;

    SingleLogin(SingleSignOn owner, SessionLogin.Login login) {
        this.owner = owner;
        this.login = login;
    }

    SessionLogin.Login login() {
        return login;
    }

    boolean isOf(Caller caller) {
        return login.caller().principal().getName().equals(caller.principal().getName());
    }

    /** Returns what the cookie holds; null before the client has been given one. */
    @Nullable
    String id() {
        return id;
    }

    /** Gives it another id, and returns the one before. */
    synchronized @Nullable String id(String next) {
        String before = id;
        id = next;
        return before;
    }

    /** The ticker's time of the last use. */
    long usedNanos() {
        return usedNanos;
    }

    void used(long nanos) {
        usedNanos = nanos;
    }

    /**
     * A session belongs to it from now on.
     *
     * @param kept what the session is to remember; null: nothing, as each request proves by itself whose it is
     * @param end ends the session, in its application, at once or later
     * @return false where the login has ended
     */
    synchronized boolean join(SessionLogin session, SessionLogin.@Nullable Login kept, Runnable end) {
        if (ended) {
            return false;
        }
        sessions.put(session, end);
        session.single(this);
        if (kept != null) {
            session.login(kept);
        }
        return true;
    }

    /** A session has ended or has another login: it goes, and the login stays. */
    void leave(SessionLogin session) {
        synchronized (this) {
            session.single(null);
            if (sessions.remove(session) == null || !sessions.isEmpty() || ended) {
                return;
            }
        }
        owner.endWhenIdle(this);
    }

    synchronized boolean hasSessions() {
        return !sessions.isEmpty();
    }

    synchronized boolean ended() {
        return ended;
    }

    /**
     * Ends the login: its sessions forget it at once and end.
     *
     * @param spared a session that does not end; null: none
     */
    void end(@Nullable SessionLogin spared) {
        Map<SessionLogin, Runnable> left;
        synchronized (this) {
            ended = true;
            left = Map.copyOf(sessions);
            sessions.clear();
            left.keySet().forEach(SingleLogin::forgotten);
        }
        owner.forget(this);
        left.forEach((session, end) -> {
            if (session != spared) {
                end.run();
            }
        });
    }

    private static void forgotten(SessionLogin session) {
        session.single(null);
        session.login(null);
        session.save(null);
    }
}
