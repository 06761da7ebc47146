package io.keelson.admin.access;

import io.keelson.admin.rest.Caller;
import io.keelson.base.time.Ticker;
import io.keelson.http.HttpExchange;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Logins to the console, in the memory of this server only: a restart ends all of them. A session is found by a cookie with 256
 * random bits, of which a hash is kept. It ends when nobody uses it for a while, after a time in any case, and when its user logs
 * out. It also ends when the user's password changes, or the user is removed or has no role any more.
 *
 * <p>Thread-safe. Finding one takes no lock and is quick enough for a muxer thread; {@code changing} puts the others in order.
 */
public final class Sessions {
    /** More than that at a time end the oldest of a user. */
    static final int MOST_OF_A_USER = 20;

    /** More than that at a time end the one that has been unused for longest. */
    static final int MOST = 1000;

    private static final int LONGEST_ID = 100;

    /** The proof of whom nobody knew any more when the session began: that of no user, so the session ends with its first use. */
    private static final String UNTOLD = "";

    private final SessionSettings settings;
    private final Passwords passwords;
    private final Ticker ticker;
    private final Secrets secrets = new Secrets();
    private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();
    private final ReentrantLock changing = new ReentrantLock();

    /** One login. */
    static final class Session {
        private final String user;
        private final String csrf;
        private final String proof;
        private final boolean secure;
        private final @Nullable Caller outside;
        private final @Nullable String token;
        private final long begun;
        private volatile long used;

        private Session(
                String user,
                String csrf,
                String proof,
                boolean secure,
                @Nullable Caller outside,
                @Nullable String token,
                long now) {
            this.user = user;
            this.csrf = csrf;
            this.proof = proof;
            this.secure = secure;
            this.outside = outside;
            this.token = token;
            this.begun = now;
            this.used = now;
        }

        /** The user's name. */
        String user() {
            return user;
        }

        /** Somebody whom the realm does not know, with the roles that they had when they logged in; null for a user of the realm. */
        @Nullable
        Caller outside() {
            return outside;
        }

        /** Returns what whoever knows them takes as a hint at the logout; null for a user of the realm. */
        @Nullable
        String token() {
            return token;
        }

        /** Returns what a page must send along with every change. */
        String csrf() {
            return csrf;
        }
    }

    /**
     * A session that has just begun.
     *
     * @param id what the cookie has; not kept
     */
    record Begun(String id, Session session) {}

    /** No sessions yet. */
    public Sessions(SessionSettings settings, Passwords passwords, Ticker ticker) {
        this.settings = settings;
        this.passwords = passwords;
        this.ticker = ticker;
    }

    /** Begins a session for a user who has just shown the password. */
    Begun begin(String user, boolean secure) {
        return begin(user, passwords.proof(user).orElse(UNTOLD), secure, null, null);
    }

    /** Begins a session for somebody whom the realm does not know. */
    Begun begin(Caller outside, String token, boolean secure) {
        return begin(outside.name(), UNTOLD, secure, outside, token);
    }

    private Begun begin(String user, String proof, boolean secure, @Nullable Caller outside, @Nullable String token) {
        String id = secrets.next();
        Session session = new Session(user, secrets.next(), proof, secure, outside, token, ticker.nanoTime());
        changing.lock();
        try {
            sessions.values().removeIf(this::over);
            trim(sessions.values().stream().filter(s -> s.user.equals(user)).toList(), MOST_OF_A_USER);
            trim(List.copyOf(sessions.values()), MOST);
            sessions.put(Secrets.hash(id), session);
        } finally {
            changing.unlock();
        }
        return new Begun(id, session);
    }

    /** Makes room for one more. */
    private void trim(List<Session> all, int most) {
        long now = ticker.nanoTime();
        all.stream()
                .sorted(Comparator.comparingLong((Session s) -> now - s.used).reversed())
                .limit(Math.max(0, all.size() - most + 1))
                .forEach(sessions.values()::remove);
    }

    /**
     * The session whose cookie a request has. One that was begun over TLS does not count without, and in the clear cookies
     * count from this machine only.
     */
    Optional<Session> find(HttpExchange exchange) {
        return id(exchange)
                .flatMap(id -> Optional.ofNullable(sessions.get(Secrets.hash(id))))
                .filter(session -> !over(session))
                .filter(session -> exchange.secure() || !session.secure && Passwords.near(exchange));
    }

    /**
     * Returns whether the user is who they were when the session began; asks the realm, so not for a muxer thread. While the realm
     * cannot tell it is not, and the session stays.
     *
     * @param use whether the request counts as use: one that a page makes by itself, without its user, does not
     */
    boolean alive(Session session, boolean use) {
        if (session.outside == null) {
            Optional<String> proof = passwords.proof(session.user);
            if (proof.isEmpty()) {
                return false;
            }
            if (!Secrets.same(session.proof, proof.get())) {
                sessions.values().remove(session);
                return false;
            }
        }
        if (use) {
            session.used = ticker.nanoTime();
        }
        return true;
    }

    /** Ends the session of a request, where it has one. */
    void end(HttpExchange exchange) {
        id(exchange).ifPresent(id -> sessions.remove(Secrets.hash(id)));
    }

    /** Returns how many there are, those counted that are over and not yet forgotten. */
    int size() {
        return sessions.size();
    }

    private boolean over(Session session) {
        long now = ticker.nanoTime();
        return now - session.used >= settings.idleTimeout().toNanos()
                || now - session.begun >= settings.maximumAge().toNanos();
    }

    /**
     * Browsers do not tell servers of one host apart by their ports, so the cookie's name does. Over TLS it is another name: a browser lets
     * nobody in the clear replace a cookie of TLS, and with the prefix (RFC 6265bis, 4.1.3.1) it takes none in the clear by that name.
     */
    static String cookie(HttpExchange exchange) {
        return (exchange.secure() ? "__Secure-" : "") + "KEELSON_CONSOLE_"
                + exchange.localAddress().getPort();
    }

    /** RFC 6265, 4.2.1. */
    private static Optional<String> id(HttpExchange exchange) {
        return value(exchange, cookie(exchange));
    }

    /** The value of the cookie of that name; empty where it is none of ours. */
    static Optional<String> value(HttpExchange exchange, String name) {
        String begin = name + "=";
        for (String field : exchange.request().headers().all("Cookie")) {
            for (String pair : field.split(";")) {
                String cookie = pair.strip();
                if (cookie.startsWith(begin) && cookie.length() <= begin.length() + LONGEST_ID) {
                    return Optional.of(cookie.substring(begin.length()));
                }
            }
        }
        return Optional.empty();
    }
}
