package io.keelson.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A thread that owns connections to other servers. Everything that is told of a connection is told on it, and everything that
 * is asked of a connection is asked on it. {@link #execute} and {@link #nanoTime} are for any thread, the rest is for the
 * loop's own.
 */
public interface OutgoingLoop {
    /** Runs a task on the loop. */
    void execute(Runnable task);

    /** Runs a task on the loop after a while. */
    Timer after(Duration delay, Runnable task);

    /** The time on a clock that only goes forward, in nanoseconds. */
    long nanoTime();

    /** Opens a connection; the listener is told how that went, once. */
    void connect(Destination server, Duration timeout, Connecting listener);

    /**
     * A server that speaks HTTP/1.1.
     *
     * @param address where it listens
     * @param host the name that its certificate must bear
     * @param tls whose certificates are trusted; null for no TLS
     */
    record Destination(
            InetSocketAddress address,
            String host,
            @Nullable SSLContext tls) {}

    /** A task that has not run yet. */
    interface Timer {
        /** Has it not run. */
        void cancel();
    }

    /** Hears how a connection is made. */
    interface Connecting {
        /** The connection is there, after the TLS handshake where there is one. */
        void connected(OutgoingConnection connection);

        /** There is none, and nothing was sent. */
        void failed(IOException why);
    }
}
