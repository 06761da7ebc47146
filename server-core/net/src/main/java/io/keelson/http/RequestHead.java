package io.keelson.http;

import org.jspecify.annotations.Nullable;

/**
 * The head of a request, checked: every rule of RFC 9110 and RFC 9112 that keeps two parties from reading one message
 * differently has been applied. Immutable while the exchange lasts.
 *
 * <p>Specification: RFC 9110, 6.2 Control Data; RFC 9110, 6.3 Header Fields.
 */
public interface RequestHead {
    /** The method, as sent; method names are case-sensitive. */
    String method();

    /** The request target's path and query as sent, in origin form: {@code /a%20b/c?x=y}; {@code *} for OPTIONS *. */
    String target();

    /** The raw path: the target up to the query, not decoded. */
    String path();

    /** The raw query after the question mark; null where there is no question mark. */
    @Nullable
    String query();

    /** {@code HTTP/1.0}, {@code HTTP/1.1} or {@code HTTP/2.0}. */
    String protocol();

    /** {@code http} or {@code https}. */
    String scheme();

    /** Host and port as the client named them (absolute form, Host header or {@code :authority}); null where it named none. */
    @Nullable
    String authority();

    /** The header fields. Read-only. */
    HttpHeaders headers();
}
