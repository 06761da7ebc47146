package io.keelson.net.spi;

import io.keelson.net.config.ChannelLimits;
import java.net.InetSocketAddress;

/** An accepted connection, as a protocol gets it. Immutable. */
public interface Connection {
    /** A number that is unique among the connections of this server since its start. */
    long id();

    /** The name of the channel that accepted it. */
    String channel();

    /** Whether that is an administration channel. */
    boolean admin();

    /** The channel's limits as they are now; another record as soon as the configuration is changed. */
    ChannelLimits limits();

    /** The address that the client connected to. */
    InetSocketAddress localAddress();

    /** The client's address. */
    InetSocketAddress remoteAddress();

    /**
     * What is underneath, for rooms that know it.
     *
     * @throws IllegalArgumentException when the connection has nothing of that type
     */
    <T> T unwrap(Class<T> type);
}
