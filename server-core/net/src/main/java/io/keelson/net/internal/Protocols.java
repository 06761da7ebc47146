package io.keelson.net.internal;

import io.keelson.net.spi.ProtocolProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** The protocols that channels can serve, by name, and the numbers of connections. Thread-safe: {@code this} guards the map. */
public final class Protocols {
    private final Map<String, ProtocolProvider> byName = new TreeMap<>();
    private final AtomicLong connections = new AtomicLong();

    /** A number for a new connection. */
    long newConnectionId() {
        return connections.incrementAndGet();
    }

    /** Adds one. */
    public synchronized void add(ProtocolProvider protocol) {
        if (byName.putIfAbsent(protocol.name(), protocol) != null) {
            throw new IllegalStateException("there is a protocol " + protocol.name() + " already");
        }
    }

    /**
     * Checks that a channel's protocols are known, once all rooms have told theirs.
     *
     * @throws IllegalArgumentException where one is not; the message says which there are
     */
    public void check(String channel, List<String> names) {
        named(channel, names);
    }

    /** The names of those that the server's own channels serve beside HTTP. */
    public synchronized List<String> standard() {
        return byName.values().stream()
                .filter(ProtocolProvider::onStandardChannels)
                .map(ProtocolProvider::name)
                .toList();
    }

    /** Those of a channel. */
    synchronized List<ProtocolProvider> named(String channel, List<String> names) {
        for (String name : names) {
            if (!byName.containsKey(name)) {
                throw new IllegalArgumentException("the channel " + channel + " is to serve the protocol '" + name
                        + "', which this server does not speak; name some of " + byName.keySet()
                        + " in the channel's protocols");
            }
        }
        return names.stream().distinct().map(byName::get).toList();
    }
}
