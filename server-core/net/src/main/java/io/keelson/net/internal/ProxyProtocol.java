package io.keelson.net.internal;

import io.keelson.net.config.AddressRange;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The header of the PROXY protocol, versions 1 and 2, as HAProxy's {@code proxy-protocol.txt} specifies it. */
final class ProxyProtocol {
    private static final byte[] SIGNATURE = {
        0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a,
    };
    private static final byte[] TEXT = "PROXY ".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_TEXT = 107;
    private static final int FIXED = 16;

    /** A header says two addresses and some extensions; those of the known fronts take some hundred bytes. */
    private static final int LONGEST_BINARY = 4096;

    private static final int LOCAL = 0x20;
    private static final int PROXY = 0x21;
    private static final int TCP4 = 0x11;
    private static final int TCP6 = 0x21;
    private static final int SSL = 0x20;

    private ProxyProtocol() {}

    /**
     * Statement of a front about a connection.
     *
     * @param source the client; null where the connection is the front's own, as for a check of health
     * @param destination where the client connected to; null with the source
     * @param secure whether the client speaks TLS with the front
     */
    record Header(
            @Nullable InetSocketAddress source, @Nullable InetSocketAddress destination, boolean secure) {
        static final Header OWN = new Header(null, null, false);
    }

    /** The bytes are none of the PROXY protocol. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * Reads a header and leaves the buffer behind it.
     *
     * @return null while more bytes are needed; the buffer is as it was then
     */
    static @Nullable Header read(ByteBuf in) throws MalformedException {
        if (startsWith(in, SIGNATURE)) {
            return in.readableBytes() < FIXED ? null : binary(in);
        }
        if (startsWith(in, TEXT)) {
            return in.readableBytes() < TEXT.length ? null : text(in);
        }
        throw new MalformedException("it does not begin with the PROXY protocol");
    }

    private static boolean startsWith(ByteBuf in, byte[] expected) {
        int n = Math.min(in.readableBytes(), expected.length);
        for (int i = 0; i < n; i++) {
            if (in.getByte(in.readerIndex() + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    // ---- version 1

    private static @Nullable Header text(ByteBuf in) throws MalformedException {
        int most = Math.min(in.readableBytes(), LONGEST_TEXT);
        int end = in.indexOf(in.readerIndex(), in.readerIndex() + most, (byte) '\n');
        if (end < 0) {
            if (most == LONGEST_TEXT) {
                throw new MalformedException("its line is too long");
            }
            return null;
        }
        String line = in.toString(in.readerIndex(), end - in.readerIndex(), StandardCharsets.US_ASCII);
        in.readerIndex(end + 1);
        if (!line.endsWith("\r")) {
            throw new MalformedException("its line does not end with CR and LF");
        }
        String[] words = line.substring(0, line.length() - 1).split(" ", -1);
        if (words.length >= 2 && words[1].equals("UNKNOWN")) {
            return Header.OWN;
        }
        if (words.length != 6 || !words[1].equals("TCP4") && !words[1].equals("TCP6")) {
            throw new MalformedException("its line is none of TCP4, TCP6 or UNKNOWN");
        }
        int length = words[1].equals("TCP4") ? 4 : 16;
        return new Header(address(words[2], length, words[4]), address(words[3], length, words[5]), false);
    }

    private static InetSocketAddress address(String host, int length, String port) throws MalformedException {
        InetAddress address = AddressRange.address(host);
        // An IPv4 address within IPv6 is one of IPv4 to the JDK.
        boolean fits = address != null && (address.getAddress().length == length || length == 16 && host.contains(":"));
        if (!fits || !port.matches("0|[1-9]\\d{0,4}") || Integer.parseInt(port) > 0xffff) {
            throw new MalformedException("an address or a port of it is malformed");
        }
        return new InetSocketAddress(address, Integer.parseInt(port));
    }

    // ---- version 2

    private static @Nullable Header binary(ByteBuf in) throws MalformedException {
        int start = in.readerIndex();
        int command = in.getUnsignedByte(start + SIGNATURE.length);
        int family = in.getUnsignedByte(start + SIGNATURE.length + 1);
        int length = in.getUnsignedShort(start + SIGNATURE.length + 2);
        if (command != LOCAL && command != PROXY) {
            throw new MalformedException("its version or command is unknown");
        }
        if (length > LONGEST_BINARY) {
            throw new MalformedException("it is too long");
        }
        if (in.readableBytes() < FIXED + length) {
            return null;
        }
        in.skipBytes(FIXED);
        ByteBuf rest = in.readSlice(length);
        int bytes = family == TCP4 ? 4 : family == TCP6 ? 16 : 0;
        if (command == LOCAL || bytes == 0) {
            return Header.OWN;
        }
        if (length < 2 * bytes + 4) {
            throw new MalformedException("its addresses are cut off");
        }
        InetAddress source = address(rest, bytes);
        InetAddress destination = address(rest, bytes);
        InetSocketAddress from = new InetSocketAddress(source, rest.readUnsignedShort());
        InetSocketAddress to = new InetSocketAddress(destination, rest.readUnsignedShort());
        return new Header(from, to, secure(rest));
    }

    private static InetAddress address(ByteBuf in, int length) {
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("an address has neither 4 nor 16 bytes", e);
        }
    }

    /** Of the extensions only one counts here: that the client came to the front by TLS. */
    private static boolean secure(ByteBuf extensions) throws MalformedException {
        boolean secure = false;
        while (extensions.isReadable()) {
            if (extensions.readableBytes() < 3) {
                throw new MalformedException("an extension of it is cut off");
            }
            int type = extensions.readUnsignedByte();
            int length = extensions.readUnsignedShort();
            if (extensions.readableBytes() < length) {
                throw new MalformedException("an extension of it is cut off");
            }
            if (type == SSL && length > 0) {
                secure = (extensions.getByte(extensions.readerIndex()) & 1) != 0;
            }
            extensions.skipBytes(length);
        }
        return secure;
    }
}
