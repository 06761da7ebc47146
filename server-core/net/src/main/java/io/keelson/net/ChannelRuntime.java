package io.keelson.net;

import io.keelson.base.measure.Described;

/** A channel that listens, as management shows it. */
public record ChannelRuntime(
        @Described("Its name.") String name,
        @Described("Where it listens.") String address,

        @Described("The muxer that reads its sockets.") String muxer,

        @Described("Connections that are open.") int connections,

        @Described("Connections at most; beyond, it stops accepting.")
        int maxConnections,

        @Described(value = "Connections that were accepted since the start.", grows = true)
        long accepted) {}
