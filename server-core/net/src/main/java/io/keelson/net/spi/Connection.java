package io.keelson.net.spi;

import io.keelson.net.config.ChannelLimits;
import io.keelson.net.config.ForwardedHeaders;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * An accepted connection, as a protocol gets it: after the TLS handshake, where there is one. Immutable, and of the
 * connection's event loop where a method says so.
 */
public interface Connection {
    /** A number that is unique among the connections of this server since its start. */
    long id();

    /** The name of the channel that accepted it. */
    String channel();

    /** Returns whether that is an administration channel. */
    boolean admin();

    /** The channel's limits as they are now; another record as soon as the configuration is changed. */
    ChannelLimits limits();

    /** The address that the client connected to; as a front says in the PROXY protocol, where one does. */
    InetSocketAddress localAddress();

    /** The client's address; as a front says in the PROXY protocol, where one does. */
    InetSocketAddress remoteAddress();

    /** Returns what its TLS handshake agreed on; null in the clear. */
    default @Nullable TlsSession tls() {
        return null;
    }

    /** Returns whether the client speaks TLS: with this server, or with a front that says so in the PROXY protocol. */
    default boolean secure() {
        return tls() != null;
    }

    /** The header fields of requests that are believed what they say of the client: none unless the peer is a trusted front. */
    default ForwardedHeaders forwardedHeaders() {
        return ForwardedHeaders.NONE;
    }

    /** Returns whether that is the address of a trusted front of the channel. */
    default boolean trusts(@Nullable InetAddress address) {
        return false;
    }

    /** The protocol that the handshake chose (ALPN); null in the clear, and where the client offered none. */
    default @Nullable String applicationProtocol() {
        return null;
    }

    /**
     * Ends the server's side once everything that was written is sent, and lets the client send on: TLS says so with a
     * close_notify of its own. On the event loop.
     */
    void endOutput();

    /**
     * Closes at once: what was written and is not sent is dropped, and TLS does not say that this is the end, so that a
     * client does not take what it got for the whole. On the event loop.
     */
    void drop();

    /**
     * Returns the object underneath, for rooms that know it.
     *
     * @throws IllegalArgumentException when the connection has nothing of that type
     */
    <T> T unwrap(Class<T> type);
}
