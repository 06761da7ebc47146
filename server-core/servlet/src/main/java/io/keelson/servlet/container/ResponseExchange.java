package io.keelson.servlet.container;

import io.keelson.http.HttpExchange;

/**
 * Exchange that a response belongs to, as the response needs it. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 5 The Response.
 */
interface ResponseExchange extends StreamHost {
    /** Returns the exchange of the connection. */
    HttpExchange http();

    /** Returns what the application's requests work with. */
    WebRuntime runtime();

    /** Tells that the head of the response is about to be sent: what clients keep of their sessions goes with it. */
    void beforeHead();

    /** Returns whether the connection goes on in another protocol when the filters have returned. */
    boolean upgrading();

    /** Returns a location as an absolute URL (5.5): relative to the request, to the host, or absolute already. */
    String absolute(String location);

    /** Returns a URL with the session's id where the client needs that (7.1.3). */
    String encode(String url);
}
