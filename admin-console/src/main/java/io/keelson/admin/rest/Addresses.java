package io.keelson.admin.rest;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Addresses as they stand in a URL. */
public final class Addresses {
    private Addresses() {}

    /** Host and port; the host as an address, in brackets where it is one of IPv6. */
    public static String text(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        if (host == null) {
            return address.getHostString() + ":" + address.getPort();
        }
        String literal = host.getHostAddress();
        return (host instanceof Inet6Address ? "[" + literal + "]" : literal) + ":" + address.getPort();
    }
}
