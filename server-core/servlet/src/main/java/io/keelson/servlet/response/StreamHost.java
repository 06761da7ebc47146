package io.keelson.servlet.response;

/**
 * Request or upgraded connection that a stream belongs to, as the stream needs it.
 *
 * <p>Specification: Servlet 6.1, 3.8 Non-Blocking IO; Servlet 6.1, 5.4 Non-Blocking IO; Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public interface StreamHost {
    /** Returns whether a read or write listener may be set now (3.8, 5.4). */
    boolean listenersAllowed();

    /** Runs a callback of the application in its context, after what runs now for the same request. Any thread. */
    void submit(Runnable callback);
}
