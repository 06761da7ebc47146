package io.keelson.servlet.spi;

import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import org.jspecify.annotations.Nullable;

/**
 * A connection in the hands of an {@link UpgradeProtocol}. Thread-safe but for {@link #input} and {@link #output}.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public interface UpgradedConnection {
    /** Returns what the peer sends. One consumer at a time. */
    RequestBody input();

    /** Returns what is sent, as it is. One writer at a time. */
    ResponseWriter output();

    /**
     * Runs work in the application's context, with the work manager of the request that was upgraded. Two pieces may run side by
     * side. Where the work manager has no place the work runs as soon as it has one; of an application that has ended nothing runs.
     */
    void execute(Runnable work);

    /** Says what to do when the connection has ended, in whatever way. Runs once, on a muxer thread; must not block. */
    void onGone(Runnable listener);

    /** Closes the connection when what was written has been sent. */
    void close();

    /** Closes the connection at once. */
    void abort(@Nullable Throwable cause);

    /** Says that all of the application's code that belongs to the connection has run. Idempotent. */
    void ended();
}
