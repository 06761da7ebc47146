package io.keelson.session.cluster;

import io.keelson.session.replica.Surroundings;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;

/**
 * What stands behind a session's id in cookie and URL: {@code !<primary>!<secondary>}. A server is a number made of its name, which does not tell
 * the name and is the same after a restart. What a client sends is a hint: it is compared with the servers that the cluster expects.
 */
final class Routes {
    private static final String NONE = "NONE";

    private Routes() {}

    static String of(String primary, Optional<String> secondary) {
        return '!' + code(primary) + '!' + secondary.map(Routes::code).orElse(NONE);
    }

    /** The number of a server. */
    static String code(String server) {
        CRC32 sum = new CRC32();
        sum.update(server.getBytes(StandardCharsets.UTF_8));
        return Long.toString(sum.getValue());
    }

    /** The servers that a client names. */
    static Set<String> hints(String route, Surroundings around) {
        Set<String> hints = new HashSet<>();
        for (String part : route.split("!", 4)) {
            around.expected().stream()
                    .filter(server -> code(server).equals(part))
                    .forEach(hints::add);
        }
        return hints;
    }
}
