package io.keelson.servlet.container;

import io.keelson.base.work.WorkManager;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.context.Caller;
import io.keelson.servlet.path.CanonicalPath;
import io.keelson.servlet.request.CookieParser;
import io.keelson.servlet.session.SessionCookie;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who a request comes from, as far as that is known before any of the application runs: the login of the session whose id
 * the request brings. A user and password that come with the request do not count: they would have to be checked first,
 * which takes longer than a muxer thread may. Asked on muxer threads and only for work managers with a class for each
 * caller; does not block and does not count as a use of the session.
 */
final class KnownCaller {
    /** The group that everybody is in. */
    private static final String EVERYONE = "everyone";

    /** The group that everybody is in who has logged in. */
    private static final String USERS = "users";

    private static final Set<String> ANYBODY = Set.of(EVERYONE);

    private KnownCaller() {}

    /** The caller; null where nobody is known. */
    static @Nullable Caller of(HttpExchange exchange, WebApplication application) {
        SessionTracking tracking = application.tracking();
        SessionCookie cookie = tracking.cookie();
        if (tracking.byCookie()) {
            String name = cookie.effectiveName();
            for (String field : exchange.request().headers().all("Cookie")) {
                String id = CookieParser.find(field, name);
                Caller caller = known(application, id);
                if (caller != null) {
                    return caller;
                }
            }
        }
        String id =
                tracking.byUrl() ? CanonicalPath.parameter(exchange.request().path(), cookie.parameterName()) : null;
        return known(application, id);
    }

    private static @Nullable Caller known(WebApplication application, @Nullable String sent) {
        return sent == null ? null : application.sessions().knownCaller(RequestSession.id(sent));
    }

    /** The work manager as it is for that caller. */
    static WorkManager view(WorkManager manager, @Nullable Caller caller) {
        if (caller == null) {
            return manager.forCaller(null, ANYBODY);
        }
        Set<String> groups = new HashSet<>(caller.groups());
        groups.add(EVERYONE);
        groups.add(USERS);
        return manager.forCaller(caller.principal().getName(), groups);
    }
}
