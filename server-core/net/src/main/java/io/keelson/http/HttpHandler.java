package io.keelson.http;

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
}
