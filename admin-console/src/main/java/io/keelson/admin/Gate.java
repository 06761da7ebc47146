package io.keelson.admin;

import io.keelson.admin.domain.ManagementToken;
import io.keelson.http.HttpExchange;
import io.keelson.http.HttpHeaders;
import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Who may use the management interface: whoever has the token of the domain, and no page that a browser shows (a name that
 * was rebound to this machine is refused by its Host, another site by its Origin). Immutable; cheap enough for a muxer
 * thread.
 */
final class Gate {
    private static final String SCHEME = "Bearer ";
    private static final String CHALLENGE = "Bearer realm=\"keelson\"";

    private final ManagementToken token;
    private final Set<String> hosts;

    Gate(ManagementToken token, List<String> hosts) {
        this.token = token;
        Set<String> names = new HashSet<>(Set.of("localhost"));
        hosts.forEach(host -> names.add(host.toLowerCase(Locale.ROOT)));
        this.hosts = Set.copyOf(names);
    }

    /** Refuses, or returns. */
    void check(HttpExchange exchange) throws Problem {
        String authority = exchange.request().authority();
        if (authority == null || !known(host(authority), exchange)) {
            throw Problem.forbidden("This server is not known by that name here; use its address, or add the name to"
                    + " management.hosts in domain.yaml");
        }
        HttpHeaders headers = exchange.request().headers();
        String own = exchange.request().scheme() + "://" + authority;
        for (String origin : headers.all("Origin")) {
            if (!origin.equalsIgnoreCase(own)) {
                throw Problem.forbidden("Requests that pages of other origins make are refused");
            }
        }
        checkToken(headers.all("Authorization"));
    }

    private void checkToken(List<String> credentials) throws Problem {
        if (credentials.isEmpty()) {
            throw Problem.unauthorized(
                    CHALLENGE, "Send 'Authorization: Bearer' and the token in the domain's security/management-token");
        }
        String given = credentials.get(0);
        boolean bearer = given.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        if (credentials.size() > 1
                || !bearer
                || !token.matches(given.substring(SCHEME.length()).strip())) {
            throw Problem.unauthorized(CHALLENGE + ", error=\"invalid_token\"", "The token is not that of this domain");
        }
    }

    private boolean known(String host, HttpExchange exchange) {
        if (hosts.contains(host)) {
            return true;
        }
        if (loopbackLiteral(host)) {
            return true;
        }
        InetAddress local = exchange.localAddress().getAddress();
        return local != null && host.equals(literal(local));
    }

    /** 127.0.0.0/8 or ::1, written as an address: no name is resolved. */
    private static boolean loopbackLiteral(String host) {
        return host.equals("::1") || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
    }

    /** The host of an authority in lower case, without brackets and port. */
    private static String host(String authority) {
        String lower = authority.toLowerCase(Locale.ROOT);
        if (lower.startsWith("[")) {
            int end = lower.indexOf(']');
            return end < 0 ? "" : lower.substring(1, end);
        }
        int colon = lower.indexOf(':');
        return colon < 0 ? lower : lower.substring(0, colon);
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        return zone < 0 ? text : text.substring(0, zone);
    }
}
