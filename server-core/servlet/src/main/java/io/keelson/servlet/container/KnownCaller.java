package io.keelson.servlet.container;

import io.keelson.http.HttpExchange;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.session.ApplicationSessions;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request, as far as that is known before any of the application runs: the login of the session whose id the request brings. A
 * user and password that come with the request do not count: they would have to be checked first, which takes longer than a muxer thread
 * may. Asked on muxer threads and only for work managers with a class for each caller; does not block and does not count as a use of the
 * session.
 */
final class KnownCaller {
    private KnownCaller() {}

    /** The caller; null where nobody is known. */
    static @Nullable Caller of(HttpExchange exchange, ApplicationSessions sessions) {
        AtomicReference<@Nullable Caller> found = new AtomicReference<>();
        sessions.anySent(exchange, id -> {
            Caller caller = sessions.all().knownCaller(id);
            found.set(caller);
            return caller != null;
        });
        return found.get();
    }
}
