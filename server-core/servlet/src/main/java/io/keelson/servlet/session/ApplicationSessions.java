package io.keelson.servlet.session;

import io.keelson.http.HttpExchange;
import io.keelson.net.spi.TlsSession;
import io.keelson.servlet.spi.SessionUnreachableException;
import java.util.function.Predicate;

/**
 * Sessions of an application, and how its clients name them. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 7.1 Session Tracking Mechanisms.
 *
 * @param all the sessions
 * @param tracking how clients send the id of theirs
 */
public record ApplicationSessions(Sessions all, SessionTracking tracking) {
    /** Returns whether a request has sent the id of a session that is here in memory. Muxer threads; does not block. */
    public boolean hasHere(HttpExchange exchange) {
        TlsSession tls = tracking.byTls() ? exchange.tls() : null;
        return tls != null && !tls.id().isEmpty() ? all.existsHere(tls.id()) : anySent(exchange, all::existsHere);
    }

    /** Returns whether something holds for one of the ids that a request has sent. Muxer threads. */
    public boolean anySent(HttpExchange exchange, Predicate<String> holds) {
        return SentSession.any(exchange, tracking, holds);
    }

    /** Returns whether a session of the request exists, wherever it is. Execute threads, in the application's context; may block. */
    public boolean find(HttpExchange exchange) {
        return SentSession.anySent(exchange, tracking, this::mayExist);
    }

    private boolean mayExist(String sent) {
        try {
            return all.exists(SentSession.id(sent), SentSession.route(sent));
        } catch (SessionUnreachableException e) {
            return true; // the client is told to come again, and has its session then
        }
    }
}
