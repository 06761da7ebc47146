package io.keelson.balancer;

import io.keelson.http.OutgoingLoop.Destination;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Hosts and ports as text. Stateless. */
final class Authorities {
    private static final int MOST_PORT = 65_535;

    private Authorities() {}

    /** Host and port of a destination, as in a Host field. */
    static String of(Destination destination) {
        String host = destination.host();
        return (host.indexOf(':') < 0 ? host : '[' + host + ']')
                + ':'
                + destination.address().getPort();
    }

    /**
     * The address that {@code host:port} names; IPv6 in brackets.
     *
     * @throws IllegalArgumentException where that cannot be understood, or the host is not known
     */
    static InetSocketAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        if (colon <= 0 || !text.substring(colon + 1).matches("[0-9]{1,5}")) {
            throw new IllegalArgumentException("'" + text + "' is neither a server of this domain nor host:port");
        }
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port < 1 || port > MOST_PORT) {
            throw new IllegalArgumentException("'" + text + "' has no proper port");
        }
        return resolve(host(text), port);
    }

    /** The host of {@code host:port}, without brackets. */
    static String host(String text) {
        String host = text.substring(0, text.lastIndexOf(':'));
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    static InetSocketAddress resolve(String host, int port) {
        try {
            return new InetSocketAddress(InetAddress.getByName(host), port);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("the host '" + host + "' is not known", e);
        }
    }
}
