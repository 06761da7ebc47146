package io.keelson.net.internal;

import io.keelson.base.time.Ticker;
import java.util.concurrent.TimeUnit;

/** Counts connections that were closed because who made them is not trusted, and says so once in a while. Thread-safe. */
final class DistrustLog {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final String channel;
    private final Ticker ticker;
    private int connections;
    private boolean said;
    private long saidAt;

    DistrustLog(String channel, Ticker ticker) {
        this.channel = channel;
        this.ticker = ticker;
    }

    void closed(String client) {
        int due = count();
        if (due > 0) {
            ChannelLog.LOG.distrusted(channel, due, client);
        }
    }

    /** Returns how many are to be told of now; 0 for later. */
    private synchronized int count() {
        connections++;
        long now = ticker.nanoTime();
        if (said && now - saidAt <= QUIET_NANOS) {
            return 0;
        }
        said = true;
        saidAt = now;
        int due = connections;
        connections = 0;
        return due;
    }
}
