package io.keelson.session.link;

import io.keelson.base.measure.Described;

/** The direct connection on which this server sends sessions to another one, for management. The counts begin anew with each connection. */
public record LinkRuntime(
        @Described("The other server.") String server,

        @Described("How many bytes of large updates the other server takes in a second, as measured; 0: not known yet.")
        long bytesPerSecond,

        @Described(value = "Updates that were compressed for the other server.", grows = true)
        long compressed,

        @Described(value = "Bytes of the compressed updates before that.", grows = true, unit = Described.Unit.BYTES)
        long rawBytes,

        @Described(value = "Bytes of the compressed updates after that.", grows = true, unit = Described.Unit.BYTES)
        long sentBytes,

        @Described(value = "Messages that were dropped because too much waited, and asked for again.", grows = true)
        long dropped) {}
