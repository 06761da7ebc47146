package io.keelson.http.internal;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections of a loop that were closed because their clients flooded the server, and says so once in a while.
 * Confined to the loop.
 */
final class FloodingClients {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private int count;
    private @Nullable InetSocketAddress last;
    private String why = "";
    private boolean said;
    private long saidAt;

    /** A client was cut off. */
    void flooded(InetSocketAddress client, String how) {
        count++;
        last = client;
        why = how;
    }

    /** Says what has been counted, if it is time to. */
    void report(long now) {
        InetSocketAddress client = last;
        if (client == null || said && now - saidAt <= QUIET_NANOS) {
            return;
        }
        said = true;
        saidAt = now;
        HttpLog.LOG.floods(count, client.getAddress().getHostAddress(), why);
        count = 0;
        last = null;
    }
}
