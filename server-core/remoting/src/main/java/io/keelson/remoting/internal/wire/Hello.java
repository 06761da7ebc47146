package io.keelson.remoting.internal.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Abilities and wishes of a peer. Written as the lowest and the highest version, the features, and then fields of a number, a length and
 * bytes. A field that a reader does not know is skipped, one that is missing has its default.
 *
 * @param lowest the lowest version of the protocol that it speaks
 * @param highest the highest one
 * @param features bits of {@link Feature}s
 * @param maxMessageSize the largest message that it takes, in bytes
 * @param window how many bytes of messages may be on the way to it, or unread there
 * @param maxFrame the longest payload of a frame that it takes
 * @param peerTimeoutMillis after so long without a sign of life it gives the connection up
 * @param node the number that this process gave itself at its start
 * @param software what it is, for logs
 * @param mechanisms how it lets clients in; of a server only
 */
record Hello(
        int lowest,
        int highest,
        long features,
        long maxMessageSize,
        long window,
        int maxFrame,
        int peerTimeoutMillis,
        long node,
        String software,
        List<String> mechanisms) {
    /** The version that this build speaks best, and the lowest that it still speaks. */
    static final int VERSION = 1;

    static final int LOWEST = 1;

    private static final int MAX_MESSAGE_SIZE = 1;
    private static final int WINDOW = 2;
    private static final int MAX_FRAME = 3;
    private static final int PEER_TIMEOUT = 4;
    private static final int SOFTWARE = 5;
    private static final int MECHANISMS = 6;
    private static final int NODE = 7;
    private static final int LONGEST_TEXT = 1024;

    Hello {
        mechanisms = List.copyOf(mechanisms);
    }

    /** Returns what this build can do, with these limits. */
    static Hello of(WireSettings settings, List<String> mechanisms) {
        return new Hello(
                LOWEST,
                VERSION,
                Feature.ALL,
                settings.maxMessageSize(),
                settings.effectiveWindow(),
                settings.maxFrame(),
                (int) settings.peerTimeout().toMillis(),
                settings.node(),
                settings.software(),
                mechanisms);
    }

    void write(ByteBuf to) {
        to.writeShort(lowest);
        to.writeShort(highest);
        to.writeLong(features);
        field(to, MAX_MESSAGE_SIZE, maxMessageSize);
        field(to, WINDOW, window);
        field(to, MAX_FRAME, maxFrame);
        field(to, PEER_TIMEOUT, peerTimeoutMillis);
        field(to, NODE, node);
        field(to, SOFTWARE, software);
        if (!mechanisms.isEmpty()) {
            field(to, MECHANISMS, String.join(" ", mechanisms));
        }
    }

    private static void field(ByteBuf to, int number, long value) {
        to.writeByte(number);
        to.writeShort(Long.BYTES);
        to.writeLong(value);
    }

    private static void field(ByteBuf to, int number, String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        to.writeByte(number);
        to.writeShort(bytes.length);
        to.writeBytes(bytes);
    }

    static Hello read(ByteBuf from) throws ProtocolException {
        if (from.readableBytes() < 12) {
            throw new ProtocolException("the peer's hello is too short");
        }
        int lowest = from.readUnsignedShort();
        int highest = from.readUnsignedShort();
        long features = from.readLong();
        long maxMessage = 64 * 1024;
        long window = 64 * 1024;
        long maxFrame = 4096;
        long timeout = 30_000;
        long node = 0;
        String software = "unknown";
        List<String> mechanisms = List.of();
        while (from.isReadable()) {
            if (from.readableBytes() < 3 || from.readableBytes() < 3 + from.getUnsignedShort(from.readerIndex() + 1)) {
                throw new ProtocolException("the peer's hello is cut off");
            }
            int number = from.readUnsignedByte();
            ByteBuf value = from.readSlice(from.readUnsignedShort());
            switch (number) {
                case MAX_MESSAGE_SIZE -> maxMessage = number(value, 1024);
                case WINDOW -> window = number(value, 1024);
                case MAX_FRAME -> maxFrame = number(value, 256);
                case PEER_TIMEOUT -> timeout = number(value, 100);
                case NODE -> node = number(value, Long.MIN_VALUE);
                case SOFTWARE -> software = text(value);
                case MECHANISMS -> mechanisms = List.of(text(value).split(" "));
                default -> {
                    // A newer peer says more.
                }
            }
        }
        return new Hello(
                lowest,
                highest,
                features,
                Math.min(maxMessage, Integer.MAX_VALUE),
                window,
                (int) Math.min(maxFrame, 1 << 20),
                (int) Math.min(timeout, Integer.MAX_VALUE),
                node,
                software,
                mechanisms);
    }

    private static long number(ByteBuf value, long least) throws ProtocolException {
        if (value.readableBytes() != Long.BYTES) {
            throw new ProtocolException("a number in the peer's hello has " + value.readableBytes() + " bytes");
        }
        long number = value.readLong();
        if (number < least) {
            throw new ProtocolException("a limit in the peer's hello is " + number + ", below " + least);
        }
        return number;
    }

    private static String text(ByteBuf value) throws ProtocolException {
        if (value.readableBytes() > LONGEST_TEXT) {
            throw new ProtocolException("a text in the peer's hello is too long");
        }
        return value.toString(StandardCharsets.UTF_8);
    }

    /**
     * The version that both speak best.
     *
     * @throws ProtocolException where there is none
     */
    int common(Hello peer) throws ProtocolException {
        int version = Math.min(highest, peer.highest);
        if (version < Math.max(lowest, peer.lowest) || peer.lowest > peer.highest) {
            throw new ProtocolException("no version of the protocol in common: this side (" + software + ") speaks "
                    + lowest + " to " + highest + ", the peer (" + peer.software + ") " + peer.lowest + " to "
                    + peer.highest + "; update the older one");
        }
        return version;
    }
}
