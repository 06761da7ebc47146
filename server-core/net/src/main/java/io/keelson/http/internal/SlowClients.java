package io.keelson.http.internal;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Counts the connections of a loop that were closed because their clients were too slow, and says so once in a while: one
 * line for a thousand of them, and no stack trace, since nothing failed. Confined to the loop.
 *
 * <p>Specification: RFC 9112, 9.5 Failures and Timeouts.
 */
final class SlowClients {
    private static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private int heads;
    private int bodies;
    private int responses;
    private @Nullable InetSocketAddress last;
    private boolean said;
    private long saidAt;

    /** The head of a request was begun and did not come in time. */
    void head(InetSocketAddress client) {
        heads++;
        last = client;
    }

    /** The body that somebody waited for stopped or dripped. */
    void body(InetSocketAddress client) {
        bodies++;
        last = client;
    }

    /** Nothing was taken of a response. */
    void response(InetSocketAddress client) {
        responses++;
        last = client;
    }

    /** Says what has been counted, if it is time to. */
    void report(long now) {
        InetSocketAddress client = last;
        if (client == null || said && now - saidAt <= QUIET_NANOS) {
            return;
        }
        said = true;
        saidAt = now;
        HttpLog.LOG.slowClients(
                heads + bodies + responses,
                heads,
                bodies,
                responses,
                client.getAddress().getHostAddress());
        heads = 0;
        bodies = 0;
        responses = 0;
        last = null;
    }
}
