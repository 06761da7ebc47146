package io.keelson.admin.rest;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Addresses of clients: how they are written, and which are counted as one. */
public final class Addresses {
    private Addresses() {}

    /** Returns the client that limits count: an address, and of IPv6 the network of 64 bits, since one machine has all of it. */
    public static String network(@Nullable InetAddress address) {
        if (address instanceof Inet6Address six) {
            return HexFormat.of().formatHex(six.getAddress(), 0, 8) + "::/64";
        }
        return address == null ? "unknown" : address.getHostAddress();
    }

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
