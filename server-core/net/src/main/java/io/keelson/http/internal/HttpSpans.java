package io.keelson.http.internal;

import io.keelson.base.trace.Span;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a request's span, by the names of OpenTelemetry's semantic conventions for HTTP servers. Neither a query nor a field of the
 * request is among them, and paths are without their parameters, since a session's id may be one.
 */
final class HttpSpans {
    /** Any other is what a client has thought of, and no name for a span. */
    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT");

    private static final int SERVER_ERROR = 500;

    private HttpSpans() {}

    /** Ends the span of an exchange that has ended. On the loop. */
    static void end(Span span, ServedExchange exchange) {
        boolean known = METHODS.contains(exchange.method());
        String route = span.route();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("http.request.method", known ? exchange.method() : "_OTHER");
        if (!known) {
            all.put("http.request.method_original", exchange.method());
        }
        all.put("url.scheme", exchange.scheme());
        all.put("url.path", path(exchange.target(), exchange.pathLength()));
        put(all, "http.route", route);
        addresses(all, exchange);
        all.put("keelson.channel", exchange.channel());
        all.put("keelson.request", exchange.id());
        put(all, "keelson.refused_by", exchange.refusedBy());
        int status = exchange.status();
        if (status > 0) {
            all.put("http.response.status_code", (long) status);
        }
        String error = error(span, status);
        put(all, "error.type", error);
        String method = known ? exchange.method() : "HTTP";
        span.end(route == null ? method : method + " " + route, all, error != null);
    }

    /** Tells faults of the client from errors of the server. */
    private static @Nullable String error(Span span, int status) {
        String failure = span.failure();
        if (failure != null) {
            return failure;
        }
        if (status == 0) {
            return "aborted";
        }
        return status >= SERVER_ERROR ? Integer.toString(status) : null;
    }

    private static void addresses(Map<String, Object> all, ServedExchange exchange) {
        String protocol = exchange.protocol();
        all.put("network.protocol.version", protocol.equals("HTTP/2.0") ? "2" : protocol.substring(5));
        InetSocketAddress peer = exchange.peerAddress();
        all.put("network.peer.address", host(peer));
        all.put("network.peer.port", (long) peer.getPort());
        all.put("client.address", host(exchange.remoteAddress()));
        String authority = exchange.authority();
        if (authority == null) {
            InetSocketAddress local = exchange.localAddress();
            all.put("server.address", host(local));
            all.put("server.port", (long) local.getPort());
        } else {
            named(all, authority, exchange.secure());
        }
    }

    /** Host and port as the client has named them. */
    private static void named(Map<String, Object> all, String authority, boolean secure) {
        int colon = authority.lastIndexOf(':');
        boolean port = colon > authority.lastIndexOf(']') && colon < authority.length() - 1;
        all.put("server.address", colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority);
        try {
            all.put("server.port", port ? Long.parseLong(authority.substring(colon + 1)) : secure ? 443L : 80L);
        } catch (NumberFormatException e) {
            HttpLog.LOG.tracef("no port in %s", authority);
        }
    }

    private static String host(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        return host == null ? address.getHostString() : host.getHostAddress();
    }

    /** The path without what stands behind a semicolon up to the next slash, also where somebody has encoded the semicolon. */
    static String path(String target, int length) {
        int from = parameter(target, 0, length);
        if (from == length) {
            return target.substring(0, length);
        }
        StringBuilder to = new StringBuilder(length);
        int begin = 0;
        while (from < length) {
            to.append(target, begin, from);
            int slash = target.indexOf('/', from);
            begin = slash < 0 || slash > length ? length : slash;
            from = parameter(target, begin, length);
        }
        return to.append(target, begin, length).toString();
    }

    /** Returns where the next semicolon stands; {@code length} where none does. */
    private static int parameter(String target, int from, int length) {
        for (int i = from; i < length; i++) {
            char c = target.charAt(i);
            if (c == ';' || c == '%' && target.regionMatches(true, i, "%3b", 0, 3)) {
                return i;
            }
        }
        return length;
    }

    private static void put(Map<String, Object> all, String name, @Nullable String value) {
        if (value != null) {
            all.put(name, value);
        }
    }
}
