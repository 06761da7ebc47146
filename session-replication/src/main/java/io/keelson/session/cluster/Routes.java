package io.keelson.session.cluster;

import io.keelson.kernel.spi.session.SessionRoute;
import io.keelson.session.replica.ClusterSnapshot;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Route behind a session's id in cookie and URL: {@code !<primary>!<secondary>}. A server is a number made of its name,
 * which does not tell the name and is the same after a restart. A client's route is a hint: it is compared with the
 * servers that the cluster expects.
 */
final class Routes {
    private static final String NONE = "NONE";

    private Routes() {}

    static String of(String primary, Optional<String> secondary) {
        return '!' + code(primary) + '!' + secondary.map(Routes::code).orElse(NONE);
    }

    /** The number of a server. */
    static String code(String server) {
        return SessionRoute.code(server);
    }

    /** The servers that a client names. */
    static Set<String> hints(String route, ClusterSnapshot around) {
        Set<String> hints = new HashSet<>();
        for (String part : route.split("!", 4)) {
            around.expected().stream()
                    .filter(server -> code(server).equals(part))
                    .forEach(hints::add);
        }
        return hints;
    }
}
