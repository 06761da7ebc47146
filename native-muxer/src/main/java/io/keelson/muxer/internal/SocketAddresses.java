package io.keelson.muxer.internal;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * {@code struct sockaddr_in} and {@code sockaddr_in6}: an int16 family in the machine's byte order, a port in that of
 * the network, and then 4 bytes of address, or a flow label of 4, 16 of address and a scope of 4 (the machine's order).
 */
final class SocketAddresses {
    /** Room for either kind. */
    static final int SIZE = 28;

    private static final int SIZE_4 = 16;
    private static final int PORT = 2;
    private static final int ADDRESS_4 = 4;
    private static final int ADDRESS_6 = 8;
    private static final int SCOPE_6 = 24;

    private SocketAddresses() {}

    /**
     * Writes an address for a socket of the given family; returns its size. An IPv4 address becomes a mapped one on an
     * IPv6 socket, and the wildcard address that of both families.
     */
    static int encode(InetSocketAddress from, boolean ipv6, ByteBuffer to) {
        byte[] address = from.getAddress().getAddress();
        for (int i = 0; i < SIZE; i++) {
            to.put(i, (byte) 0);
        }
        to.putShort(0, (short) (ipv6 ? Linux.AF_INET6 : Linux.AF_INET));
        to.put(PORT, (byte) (from.getPort() >> 8)).put(PORT + 1, (byte) from.getPort());
        if (!ipv6) {
            put(to, ADDRESS_4, address);
            return SIZE_4;
        }
        if (from.getAddress().isAnyLocalAddress()) {
            return SIZE;
        }
        if (address.length == 4) {
            to.putShort(ADDRESS_6 + 10, (short) -1);
            put(to, ADDRESS_6 + 12, address);
        } else {
            put(to, ADDRESS_6, address);
            to.putInt(SCOPE_6, ((Inet6Address) from.getAddress()).getScopeId());
        }
        return SIZE;
    }

    private static void put(ByteBuffer to, int index, byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            to.put(index + i, bytes[i]);
        }
    }

    /** Reads an address; a mapped one becomes IPv4. */
    static InetSocketAddress decode(ByteBuffer from) {
        boolean ipv6 = from.getShort(0) == Linux.AF_INET6;
        byte[] address = new byte[ipv6 ? 16 : 4];
        for (int i = 0; i < address.length; i++) {
            address[i] = from.get((ipv6 ? ADDRESS_6 : ADDRESS_4) + i);
        }
        int port = (from.get(PORT) & 0xff) << 8 | from.get(PORT + 1) & 0xff;
        try {
            int scope = ipv6 ? from.getInt(SCOPE_6) : 0;
            InetAddress decoded =
                    scope == 0 ? InetAddress.getByAddress(address) : Inet6Address.getByAddress(null, address, scope);
            return new InetSocketAddress(decoded, port);
        } catch (UnknownHostException e) {
            throw new AssertionError("an address has 4 or 16 bytes", e);
        }
    }

    /** A copy of a raw address, to be decoded when someone asks for it. */
    static byte[] copy(ByteBuffer from) {
        byte[] raw = new byte[SIZE];
        from.get(0, raw);
        return raw;
    }

    static InetSocketAddress decode(byte[] raw) {
        return decode(ByteBuffer.wrap(raw).order(ByteOrder.nativeOrder()));
    }
}
