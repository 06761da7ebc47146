package io.keelson.http.internal;

import io.keelson.http.HttpHeaders;
import io.keelson.net.config.AddressRange;
import io.keelson.net.config.ForwardedHeaders;
import io.keelson.net.spi.Connection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Origin of a request and what it asked, where trusted fronts say so: {@code Forwarded}, or {@code X-Forwarded-For}, {@code -Proto},
 * {@code -Host} and {@code -Port}. Immutable.
 *
 * <p>Each front adds the one that connected to it at the end. So the list is walked from there, as long as who is named is a
 * trusted front itself; the first that is none is the client, and what stands before may be of its own making. What is
 * malformed ends the walk.
 *
 * <p>Specification: RFC 7239, 4 Forwarded HTTP Header Field.
 *
 * @param remoteAddress the client's address, with port 0 where the front does not say one
 * @param secure whether the client speaks TLS with the first trusted front
 * @param authority host and port that the client asked that front for; null for none
 */
record Origin(
        InetSocketAddress remoteAddress,
        boolean secure,
        @Nullable String authority) {
    private static final int MOST_HOPS = 32;

    /**
     * The origin of a request.
     *
     * @param named host and port as the request itself names them
     * @return null where nobody is believed to say anything
     */
    static @Nullable Origin of(Connection connection, HttpHeaders fields, @Nullable String named) {
        ForwardedHeaders believed = connection.forwardedHeaders();
        if (believed == ForwardedHeaders.NONE) {
            return null;
        }
        List<Hop> hops = believed == ForwardedHeaders.FORWARDED
                ? ForwardedField.hops(fields.all("Forwarded"))
                : hopsOfXForwarded(fields);
        if (hops.isEmpty()) {
            return null;
        }
        InetSocketAddress client = connection.remoteAddress();
        boolean secure = connection.secure();
        String authority = named;
        int port = -1;
        for (int i = hops.size() - 1; i >= 0 && i >= hops.size() - MOST_HOPS; i--) {
            Hop hop = hops.get(i);
            if (hop.secure() != null) {
                secure = hop.secure();
            }
            if (hop.authority() != null) {
                authority = hop.authority();
            }
            if (hop.port() >= 0) {
                port = hop.port();
            }
            InetSocketAddress before = hop.address();
            if (before == null) {
                break;
            }
            client = before;
            if (!connection.trusts(before.getAddress())) {
                break;
            }
        }
        return new Origin(client, secure, port < 0 || authority == null ? authority : with(authority, port, secure));
    }

    private static String with(String authority, int port, boolean secure) {
        int colon = authority.lastIndexOf(':');
        String bare = colon > authority.lastIndexOf(']') ? authority.substring(0, colon) : authority;
        return port == (secure ? 443 : 80) ? bare : bare + ":" + port;
    }

    /**
     * Statement of one front about who connected to it; null for what it does not say, or what is malformed.
     *
     * @param address who connected, with port 0 where that is not said
     * @param port the port that was asked for; -1 where that is not said, or with the authority
     */
    record Hop(
            @Nullable InetSocketAddress address,
            @Nullable Boolean secure,
            @Nullable String authority,
            int port) {}

    private static List<Hop> hopsOfXForwarded(HttpHeaders fields) {
        List<String> addresses = items(fields.all("X-Forwarded-For"));
        List<String> protocols = items(fields.all("X-Forwarded-Proto"));
        List<String> hosts = items(fields.all("X-Forwarded-Host"));
        List<String> ports = items(fields.all("X-Forwarded-Port"));
        int count = Math.max(
                addresses.size(), Math.max(protocols.size(), Math.max(hosts.size(), ports.size())) > 0 ? 1 : 0);
        List<Hop> hops = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            String address = i < addresses.size() ? addresses.get(i) : null;
            String host = ofHop(hosts, i, count);
            String port = ofHop(ports, i, count);
            hops.add(new Hop(
                    address == null ? null : address(address),
                    secure(ofHop(protocols, i, count)),
                    host == null ? null : authority(host),
                    port == null ? -1 : port(port)));
        }
        return hops;
    }

    /** One value each, where there are as many; else the last, which is of the front that is nearest. */
    private static @Nullable String ofHop(List<String> values, int hop, int hops) {
        if (values.size() == hops) {
            return values.get(hop);
        }
        return values.isEmpty() ? null : values.get(values.size() - 1);
    }

    private static List<String> items(List<String> fields) {
        List<String> items = new ArrayList<>();
        for (String field : fields) {
            for (String item : field.split(",", -1)) {
                items.add(item.strip());
            }
        }
        return items;
    }

    static @Nullable Boolean secure(@Nullable String protocol) {
        if (protocol == null) {
            return null;
        }
        return switch (protocol.toLowerCase(Locale.ROOT)) {
            case "https", "wss" -> true;
            case "http", "ws" -> false;
            default -> null;
        };
    }

    /** Host and port in lower case; null where they are malformed. */
    static @Nullable String authority(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try {
            Authority.check(bytes, 0, bytes.length);
            return bytes.length == 0 ? null : text.toLowerCase(Locale.ROOT);
        } catch (Refusal malformed) {
            return null;
        }
    }

    /** An address in digits with or without a port, one of IPv6 with or without brackets; null where it is none. */
    static @Nullable InetSocketAddress address(String text) {
        String host = text;
        String port = "0";
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            if (end < 0 || end + 1 < text.length() && text.charAt(end + 1) != ':') {
                return null;
            }
            host = text.substring(1, end);
            if (!host.contains(":")) {
                return null;
            }
            port = end + 1 < text.length() ? text.substring(end + 2) : port;
        } else if (text.indexOf(':') >= 0 && text.indexOf(':') == text.lastIndexOf(':')) {
            host = text.substring(0, text.indexOf(':'));
            port = text.substring(text.indexOf(':') + 1);
        }
        InetAddress address = AddressRange.address(host);
        // A port may be hidden (RFC 7239, 6.3), which leaves the address as it is.
        return address == null ? null : new InetSocketAddress(address, Math.max(0, port(port)));
    }

    /** A port; -1 where it is none. */
    private static int port(String text) {
        if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        int port = Integer.parseInt(text);
        return port <= 0xffff ? port : -1;
    }
}
