package io.keelson.balancer;

import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Header fields that the balancer passes on, and those that it adds about the client. Fields that are about one connection end here (RFC
 * 9110, 7.6.1); what a client says of another client in front of it is believed by the network room alone, of trusted proxies
 * alone, and its own words never go on. Stateless.
 */
final class ForwardedFields {
    private static final Set<String> HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authorization",
            "proxy-authenticate",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "content-length");
    private static final Set<String> OF_PROXIES = Set.of(
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-server",
            "x-real-ip",
            "host",
            "expect",
            "cookie");
    private static final Set<String> OF_SERVERS = Set.of("keelson-refused", "date");

    private ForwardedFields() {}

    /**
     * The fields of a request on its way to a server.
     *
     * @param upgrade the protocol that the connection is to change to; null for none
     * @param expect whether the client waits for 100
     */
    static HttpHeaders request(HttpExchange exchange, String fallbackHost, @Nullable String upgrade, boolean expect) {
        HttpHeaders from = exchange.request().headers();
        HttpHeaders to = new HttpHeaders();
        String named = exchange.request().authority();
        String authority = named == null ? fallbackHost : named;
        to.add("Host", authority);
        copy(from, to, OF_PROXIES);
        List<String> cookies = from.all("Cookie");
        if (!cookies.isEmpty()) {
            // HTTP/2 may split it; HTTP/1.1 may not (RFC 9113, 8.2.3).
            to.add("Cookie", String.join("; ", cookies));
        }
        String client = client(exchange.remoteAddress().getAddress());
        String scheme = exchange.secure() ? "https" : "http";
        to.add("X-Forwarded-For", client);
        to.add("X-Forwarded-Proto", scheme);
        to.add("X-Forwarded-Host", authority);
        String quoted = client.indexOf(':') < 0 ? client : "\"[" + client + "]\"";
        to.add("Forwarded", "for=" + quoted + ";proto=" + scheme + ";host=\"" + authority + "\"");
        if (upgrade != null) {
            to.add("Connection", "Upgrade");
            to.add("Upgrade", upgrade);
        }
        if (expect) {
            to.add("Expect", "100-continue");
        }
        return to;
    }

    private static String client(@Nullable InetAddress address) {
        String text = address == null ? "unknown" : address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }

    /** The fields of a response on its way to the client. */
    static void response(HttpHeaders from, HttpHeaders to, boolean upgraded) {
        copy(from, to, OF_SERVERS);
        String protocol = from.get("Upgrade");
        if (upgraded && protocol != null) {
            to.add("Upgrade", protocol);
        }
    }

    private static void copy(HttpHeaders from, HttpHeaders to, Set<String> others) {
        Set<String> listed = listed(from);
        from.forEach((name, value) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (!HOP.contains(lower) && !others.contains(lower) && !listed.contains(lower)) {
                to.add(name, value);
            }
        });
    }

    /** Fields that the Connection field names are about this connection, too. */
    private static Set<String> listed(HttpHeaders from) {
        Set<String> listed = new HashSet<>();
        for (String value : from.all("Connection")) {
            for (String option : value.split(",", -1)) {
                listed.add(option.strip().toLowerCase(Locale.ROOT));
            }
        }
        return listed;
    }
}
