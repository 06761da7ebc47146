package io.keelson.servlet.async;

import io.keelson.servlet.dispatch.ErrorPages;
import io.keelson.servlet.request.RequestExchange;
import io.keelson.servlet.request.WebRequest;

/**
 * Exchange of a request that goes on asynchronously or in another protocol, as that needs it.
 *
 * <p>Specification: Servlet 6.1, 2.3.3.3 Asynchronous processing; Servlet 6.1, 2.3.3.5 Upgrade Processing.
 */
public interface AsyncExchange extends RequestExchange {
    /** Returns the request. */
    WebRequest request();

    /** Returns what answers a failure. */
    ErrorPages errorPages();

    /** Hands over work of this request to a thread of its work manager. Any thread. */
    void later(Runnable work);

    /** Runs one piece of the request's work in its context; whatever goes wrong in the container ends the exchange. */
    void turn(Runnable work);

    /** Runs work in a context of its own, so that other work of the request may run beside it. */
    void apart(Runnable work);

    /** Sets what to do when the exchange ends, for whatever reason; in place of what was set before. */
    void whenGone(Runnable action);

    /** Ends the request: listeners, session, then the last bytes, or the upgrade. */
    void finish();

    /** Answers that the connection cannot be upgraded: the client did not ask for it, or sent a body. Nothing has been sent yet. */
    void upgradeRefused(IllegalStateException why);

    /** Tells that the upgraded connection has ended. */
    void upgradeEnded();
}
