package io.keelson.http;

import java.util.List;

/** Takes requests for a part of the URL space of a server. */
@FunctionalInterface
public interface HttpHandler {
    /**
     * Takes one request. Runs on a muxer thread, so it must not block: it finds out who serves the request and calls
     * {@link HttpExchange#handOver}, or answers at once with {@link HttpExchange#reply}.
     *
     * <p>An exception that leaves this method is answered with status 500 and logged.
     */
    void handle(HttpExchange exchange);

    /**
     * Returns true if this handler sets the limit of each request's body itself, by {@link RequestBody#limit}. For any other handler, a
     * request whose body is larger than the channel's {@code max-body-size} is answered with status 413, and the handler is not called. The
     * size is taken from what the head says, or from what has come with it.
     */
    default boolean limitsBody() {
        return false;
    }

    /** Returns what counts the requests of the applications that are behind this handler now. */
    default List<Traffic> traffic() {
        return List.of();
    }
}
