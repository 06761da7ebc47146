package io.keelson.http;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Takes note of each exchange when it has ended. Called on a muxer thread, so an implementation must not block; it must
 * copy what it keeps, for entry and headers are used again. Thread-safe.
 */
@FunctionalInterface
public interface AccessLog {
    /** Takes note of one exchange. */
    void log(Entry entry);

    /** One exchange. Valid during the call only. */
    interface Entry {
        /** The client's address. */
        InetSocketAddress remoteAddress();

        /** The user that authentication found; null for none. */
        @Nullable
        String user();

        /** Time at which the head of the request was complete, in milliseconds since the epoch. */
        long startedMillis();

        /** From then to the end of the exchange, in nanoseconds. */
        long durationNanos();

        /** The request; its method is empty where the request line was refused. */
        RequestHead request();

        /** The status that was sent; 0 when the exchange was broken off before. */
        int status();

        /** The bytes of body that were sent. */
        long bytes();

        /** The name of the channel. */
        String channel();

        /** The request's number. */
        long id();

        /** The name of the work manager that had no place for the request; null where none refused it. */
        @Nullable
        String refusedBy();

        /** The id of the trace that the request belongs to, 32 digits; null where nobody follows requests. */
        default @Nullable String traceId() {
            return null;
        }
    }
}
