package io.keelson.servlet.container;

import io.keelson.http.HttpExchange;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.request.CookieParser;
import io.keelson.servlet.session.SessionCookie;
import java.util.function.Predicate;

/**
 * The ids of sessions that a request brings, as far as its head says: cookies first. Asked on muxer threads, before anything of the application runs.
 *
 * <p>Specification: Servlet 6.1, 7.1 Session Tracking Mechanisms.
 */
final class SentSession {
    private SentSession() {}

    /** Returns whether something holds for one of the ids; those behind it are not asked. */
    static boolean any(HttpExchange exchange, WebApplication application, Predicate<String> holds) {
        return anySent(exchange, application, sent -> holds.test(RequestSession.id(sent)));
    }

    /** As {@link #any}, with what stands behind the ids. */
    static boolean anySent(HttpExchange exchange, WebApplication application, Predicate<String> holds) {
        SessionTracking tracking = application.tracking();
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
