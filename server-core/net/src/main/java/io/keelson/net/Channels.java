package io.keelson.net;

import io.keelson.net.spi.ProtocolProvider;
import java.net.InetSocketAddress;
import java.util.List;

/** The channels of this server. Published by the network subsystem. Thread-safe. */
public interface Channels {
    /** The channels that listen now. */
    List<ListeningChannel> listening();

    /**
     * Makes a protocol known to channels that name it. Called before the server is in ADMIN, by the {@code start} of the
     * subsystem that speaks it.
     *
     * @throws IllegalStateException when there is one of that name
     */
    void register(ProtocolProvider protocol);

    /**
     * A channel that listens.
     *
     * @param name its name
     * @param address where it listens; the port is the real one where 0 was configured
     * @param protocols what it speaks
     * @param admin whether it is for administration only
     */
    record ListeningChannel(String name, InetSocketAddress address, List<String> protocols, boolean admin) {
        public ListeningChannel {
            protocols = List.copyOf(protocols);
        }
    }
}
