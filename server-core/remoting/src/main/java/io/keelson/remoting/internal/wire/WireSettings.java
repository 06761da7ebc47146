package io.keelson.remoting.internal.wire;

import java.time.Duration;

/**
 * The limits of one side of a connection. Immutable.
 *
 * @param maxMessageSize the largest message that is taken and sent, in bytes
 * @param window how many bytes of messages may be under way to this side or unread; at least what one message takes
 * @param maxFrame the longest payload of a frame
 * @param peerTimeout after so long without a sign of life the peer is given up
 * @param handshakeTimeout how long the handshake may take
 * @param node a number that no other process has: random, made at the start
 * @param software what this side is, for the peer's log
 */
public record WireSettings(
        int maxMessageSize,
        long window,
        int maxFrame,
        Duration peerTimeout,
        Duration handshakeTimeout,
        long node,
        String software) {
    /** Cost of a message in the window beside its bytes, so that many empty ones have a bound too. */
    static final int COST_OF_MESSAGE = 64;

    /** The window is that much larger than a message, since credit comes back in pieces up to that size. */
    static final int SLACK = 128 * 1024;

    /** Returns what the settings say by default. */
    public static WireSettings standard(long node, String software) {
        return new WireSettings(
                10 * 1024 * 1024,
                16L * 1024 * 1024,
                16 * 1024,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                node,
                software);
    }

    /** A window in which the largest message has room. */
    long effectiveWindow() {
        return Math.max(window, (long) maxMessageSize + SLACK);
    }

    /** Returns what a message costs. */
    static long cost(int bytes) {
        return (long) bytes + COST_OF_MESSAGE;
    }
}
