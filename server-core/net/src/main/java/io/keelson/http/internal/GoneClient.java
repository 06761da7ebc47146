package io.keelson.http.internal;

import java.util.concurrent.TimeUnit;

/**
 * Schedule for asking a client that has ended its side whether it is still there. A client that only ended its side and one that has gone
 * altogether look the same until something is sent. The system of the latter answers that with a reset. The first question comes two
 * seconds after the end, each later one after as long as it has lasted, at most 30 seconds. Confined to the loop.
 *
 * <p>Specification: RFC 9110, 15.2.1 100 Continue.
 */
final class GoneClient {
    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private long since;
    private long asked;

    /** The client has ended its side. */
    void ended(long now) {
        since = now;
        asked = now;
    }

    /** Returns whether to send something now; then the next time counts from now. */
    boolean due(long now) {
        if (now - asked < Math.min(MOST_NANOS, Math.max(LEAST_NANOS, asked - since))) {
            return false;
        }
        asked = now;
        return true;
    }
}
