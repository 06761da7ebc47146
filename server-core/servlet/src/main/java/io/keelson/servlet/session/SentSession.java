package io.keelson.servlet.session;

import io.keelson.http.HttpExchange;
import io.keelson.servlet.field.CookieParser;
import io.keelson.servlet.path.CanonicalPath;
import java.util.function.Predicate;

/**
 * The ids of sessions that a request brings, as far as its head says: cookies first. Asked on muxer threads, before anything of the
 * application runs.
 *
 * <p>Specification: Servlet 6.1, 7.1 Session Tracking Mechanisms.
 */
public final class SentSession {
    private SentSession() {}

    /** Returns what the application sees of what the client sent: behind it may stand where the session is. */
    public static String id(String sent) {
        int end = sent.indexOf('!');
        return end < 0 ? sent : sent.substring(0, end);
    }

    /** Returns what stands behind the id: where the session is. */
    public static String route(String sent) {
        return sent.substring(id(sent).length());
    }

    /** Returns whether something holds for one of the ids; those behind it are not asked. */
    static boolean any(HttpExchange exchange, SessionTracking tracking, Predicate<String> holds) {
        return anySent(exchange, tracking, sent -> holds.test(id(sent)));
    }

    /** Does the same as {@link #any}, with what stands behind the ids. */
    static boolean anySent(HttpExchange exchange, SessionTracking tracking, Predicate<String> holds) {
        SessionCookie cookie = tracking.cookie();
        if (tracking.byCookie()) {
            String name = cookie.effectiveName();
            for (String field : exchange.request().headers().all("Cookie")) {
                if (CookieParser.find(field, name, holds) != null) {
                    return true;
                }
            }
        }
        String sent =
                tracking.byUrl() ? CanonicalPath.parameter(exchange.request().path(), cookie.parameterName()) : null;
        return sent != null && holds.test(sent);
    }
}
