package io.keelson.http;

import io.keelson.base.trace.Span;
import io.keelson.base.work.WorkManager;
import io.keelson.net.spi.TlsSession;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * One request and its response. It ends when {@link ResponseWriter#complete} or {@link #abort} is called, on whatever
 * thread and however long after the handler and the worker have returned.
 *
 * <p>Owned by one thread at a time: first the muxer thread in {@link HttpHandler#handle}, then whoever it is handed to.
 * Handing over is a happens-before edge. {@link #abort} and the methods that take listeners are safe on every thread.
 * After the end no part of the exchange may be used; implementations may reuse it for the next request.
 *
 * <p>Specification: RFC 9110, 3.4 Messages.
 */
public interface HttpExchange {
    /** The request's head. */
    RequestHead request();

    /** The request's body; empty where there is none. */
    RequestBody body();

    /** The response. */
    ResponseWriter response();

    /**
     * Runs {@code work} on an execute thread of {@code manager}, together with the other work of this turn of the muxer.
     * Called once, on the muxer thread, from within {@link HttpHandler#handle}.
     *
     * @return false when the work manager has no place; the handler then answers with {@link #overloaded}
     */
    boolean handOver(WorkManager manager, Runnable work);

    /** Answers 503 with {@code Retry-After} and a short text; for work that no work manager takes. */
    void overloaded();

    /** Answers with a status and a short plain text, and ends the exchange. Callable where nothing is committed yet. */
    void reply(int status, String text);

    /** Ends the exchange without a proper response: the connection (or stream) is closed. Idempotent. */
    void abort(@Nullable Throwable cause);

    /** Called once when the exchange has ended in whatever way, on a muxer thread. At most one listener. */
    void onEnd(Runnable listener);

    /** The address that the client connected to. */
    InetSocketAddress localAddress();

    /** The client's address. */
    InetSocketAddress remoteAddress();

    /** Returns whether the client's connection is protected by TLS: the connection to this server, or to a trusted front. */
    boolean secure();

    /** Returns what the TLS handshake of the connection to this server agreed on; null in the clear. */
    default @Nullable TlsSession tls() {
        return null;
    }

    /** The name of the channel that the request came in on. */
    String channel();

    /** A number that is unique among the requests of this server since its start. */
    long id();

    /** A number that is unique among the connections of this server since its start. */
    long connectionId();

    /** The request's number within its connection, where the protocol gives one: HTTP/2's stream. Empty elsewhere. */
    default String protocolRequestId() {
        return "";
    }

    /**
     * Returns true if nobody waits for the answer any more: the client has reset the request, or gone. Work that is still in a queue then
     * need not begin. Any thread; once true it stays.
     */
    default boolean abandoned() {
        return false;
    }

    /**
     * The span of the request; null where nobody follows it. It may be kept beyond the end, and does not belong to a later request then.
     */
    default @Nullable Span span() {
        return null;
    }

    /** Has the request counted there when it has ended, and nowhere else; for the owner of the exchange. */
    default void countFor(Traffic traffic) {}

    /** The user that authentication found, for the access log; null while none. */
    void user(@Nullable String name);
}
