package io.keelson.http.internal;

import java.util.Locale;
import java.util.Set;

/**
 * Fields that must not come after the body: framing, routing, authentication and the like.
 *
 * <p>Specification: RFC 9110, 6.5.1 Limitations on Use of Trailers.
 */
final class Forbidden {
    private static final Set<String> IN_TRAILERS = Set.of(
            "transfer-encoding",
            "content-length",
            "host",
            "connection",
            "trailer",
            "te",
            "upgrade",
            "expect",
            "content-encoding",
            "content-type",
            "content-range",
            "authorization",
            "proxy-authorization",
            "cookie",
            "set-cookie",
            "max-forwards",
            "range",
            "cache-control");

    private Forbidden() {}

    static boolean inTrailers(String name) {
        return IN_TRAILERS.contains(name.toLowerCase(Locale.ROOT));
    }
}
