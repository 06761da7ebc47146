package io.keelson.net.spi;

import io.keelson.net.config.ChannelLimits;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A protocol that channels can serve. Several protocols share a port and are told apart by the first bytes that the
 * client sends.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>All methods MUST be thread-safe and MUST NOT block: they run on muxer threads.
 *   <li>{@link #match} MUST decide once it is given {@link #mostBytes} bytes, and MUST give the same answer for the same
 *       bytes however they arrived: an answer other than {@code UNDECIDED} stays when more bytes follow.
 *   <li>{@link #match} MUST NOT change the buffer's content; its position does not matter afterwards.
 *   <li>{@link #connect} MUST install what reads the connection before it returns. The bytes that were looked at are then
 *       read by it as the first.
 * </ol>
 */
public interface ProtocolProvider {
    /** The name in the configuration and in messages: {@code http}, {@code keelson}. */
    String name();

    /** Returns whether the server's own channels, Default and DefaultSecure, serve it without naming it. */
    default boolean onStandardChannels() {
        return false;
    }

    /**
     * The names under which a channel with TLS offers it (ALPN, RFC 7301), the preferred one first; empty for none. They
     * only let the client choose: after the handshake the first bytes decide, as they do in the clear.
     *
     * @param limits what the channel grants at the time of the handshake
     */
    default List<String> alpn(ChannelLimits limits) {
        return List.of();
    }

    /** The number of bytes with which {@link #match} always decides, 1 to 256. */
    int mostBytes();

    /** Returns whether a connection that starts with these bytes, at least one, speaks this protocol. */
    Match match(ByteBuffer first);

    /** Takes a connection that speaks this protocol. Called once a connection, on its muxer thread. */
    void connect(Connection connection);

    /** Verdict on the first bytes. */
    enum Match {
        /** Is this protocol. */
        YES,
        /** Is not. */
        NO,
        /** More bytes are needed. */
        UNDECIDED
    }
}
