package io.keelson.servlet.response;

import io.keelson.http.HttpExchange;
import io.keelson.servlet.runtime.WebRuntime;

/**
 * Exchange that a response belongs to, as the response needs it. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 5 The Response.
 */
public interface ResponseExchange extends StreamHost {
    /** Returns the exchange of the connection. */
    HttpExchange http();

    /** Returns what the application's requests work with. */
    WebRuntime runtime();

    /** Tells that the head of the response is about to be sent: what clients keep of their sessions goes with it. */
    void beforeHead();

    /** Returns whether the connection goes on in another protocol when the filters have returned. */
    boolean upgrading();

    /** Returns a location, relative to the request or the host, as an absolute URL with what no URL has encoded (5.5). */
    String absolute(String location);

    /** Returns a URL with the session's id where the client needs that (7.1.3). */
    String encode(String url);
}
