package io.keelson.servlet.auth;

import io.keelson.base.time.Ticker;
import io.keelson.servlet.field.CookieParser;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The logins that all applications of one virtual host know. Who has logged in to one application and has a session
 * there gets a cookie, and is known by it in the others. Such a login ends with a logout in any of them, with a session that one
 * of them invalidates, and when the last of its sessions has expired and nobody has used it for as long as a session may be idle.
 * Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 13.7 Server Tracking of Authentication Information.
 */
public final class SingleSignOn {
    /** The cookie. It holds 256 random bits and says nothing by itself. */
    static final String COOKIE = "JSESSIONIDSSO";

    private final boolean enabled;
    private final Ticker ticker;
    private final Duration idle;
    private final BiConsumer<Duration, Runnable> later;
    private final SecureRandom random = new SecureRandom();
    private final ConcurrentMap<String, SingleLogin> logins = new ConcurrentHashMap<>();

    private SingleSignOn(boolean enabled, Ticker ticker, Duration idle, BiConsumer<Duration, Runnable> later) {
        this.enabled = enabled;
        this.ticker = ticker;
        this.idle = idle;
        this.later = later;
    }

    /** Each application keeps its logins to itself. */
    public static SingleSignOn off() {
        return new SingleSignOn(false, Ticker.system(), Duration.ZERO, (delay, action) -> {});
    }

    /**
     * One whose applications know each other's logins.
     *
     * @param idle how long a login without sessions is kept after its last use
     * @param later runs something once, that long from now; the thread is not blocked
     */
    public static SingleSignOn on(Ticker ticker, Duration idle, BiConsumer<Duration, Runnable> later) {
        return new SingleSignOn(true, ticker, idle, later);
    }

    /**
     * Somebody has just logged in to an application, and the session is to remember it. Where the client has come with a login of the same
     * user, that goes on under a new id; one of another user ends, with all of its sessions.
     */
    void begin(SecuredRequest request, SessionLogin session, SessionLogin.Login login) {
        if (!enabled) {
            session.login(login);
            return;
        }
        SingleLogin before = find(request);
        if (before != null && !before.isOf(login.caller())) {
            before.end(session);
            before = null;
        }
        SingleLogin own = session.single();
        if (own != null && own != before) {
            own.leave(session);
        }
        SingleLogin single = before == null ? new SingleLogin(this, login) : before;
        session.login(login);
        if (!single.join(session, login, request.sessionEnd())) {
            single = new SingleLogin(this, login);
            single.join(session, login, request.sessionEnd());
        }
        give(request, single);
    }

    /**
     * Somebody has proved with the request itself who it is, as by BASIC. Where there is a session for it to live by, the others are to
     * know it; a login that the client has come with stays as it is.
     */
    void proved(SecuredRequest request, SessionLogin.Login login, boolean committed) {
        SessionLogin session = enabled && !committed ? request.sessionLogin(false) : null;
        if (session == null || session.single() != null || find(request) != null) {
            return;
        }
        SingleLogin single = new SingleLogin(this, login);
        if (single.join(session, null, request.sessionEnd())) {
            give(request, single);
        }
    }

    /**
     * Sets the request's caller where the client has come with a login that the application's mechanism takes. A session that the
     * request has joins in, under a new id, as at any login.
     *
     * @param committed whether it is too late for the cookie of a session
     */
    boolean recognise(SecuredRequest request, Mechanism mechanism, boolean committed) {
        SingleLogin single = find(request);
        if (single == null || !mechanism.accepts(single.login().scheme())) {
            return false;
        }
        single.used(ticker.nanoTime());
        request.caller(single.login().caller(), single.login().scheme());
        SessionLogin session = committed ? null : request.sessionLogin(false);
        if (session != null) {
            request.servletRequest().changeSessionId();
            boolean ignored = single.join(session, single.login(), request.sessionEnd());
        }
        return true;
    }

    /** Somebody has logged out of an application: the others forget the login too, and end the sessions that it had there. */
    void logout(SecuredRequest request, @Nullable SessionLogin session) {
        SingleLogin own = session == null ? null : session.single();
        SingleLogin single = own == null ? find(request) : own;
        if (single != null) {
            single.end(session);
        }
    }

    private @Nullable SingleLogin find(SecuredRequest request) {
        if (!enabled || logins.isEmpty()) {
            return null;
        }
        HttpServletRequest http = request.servletRequest();
        for (String field : Collections.list(http.getHeaders("Cookie"))) {
            String id = CookieParser.find(field, COOKIE, logins::containsKey);
            SingleLogin found = id == null ? null : logins.get(id);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private void give(SecuredRequest request, SingleLogin single) {
        single.used(ticker.nanoTime());
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        String id = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        String before = single.id(id);
        logins.put(id, single);
        if (before != null) {
            logins.remove(before);
        }
        if (single.ended()) {
            logins.remove(id);
        }
        Cookie cookie = new Cookie(COOKIE, id);
        cookie.setPath("/");
        cookie.setHttpOnly(true);
        cookie.setSecure(request.servletRequest().isSecure());
        cookie.setAttribute("SameSite", "Lax");
        request.cookie(cookie);
    }

    /** The login has ended. */
    void forget(SingleLogin single) {
        String id = single.id();
        if (id != null) {
            logins.remove(id, single);
        }
    }

    /** The login has no session any more: it ends when it has not been used for long enough. */
    void endWhenIdle(SingleLogin single) {
        long left = idle.toNanos() - (ticker.nanoTime() - single.usedNanos());
        if (single.hasSessions() || single.ended()) {
            return;
        }
        if (left <= 0) {
            single.end(null);
        } else {
            later.accept(Duration.ofNanos(left), () -> endWhenIdle(single));
        }
    }

    /** Returns how many logins there are. */
    int size() {
        return logins.size();
    }
}
