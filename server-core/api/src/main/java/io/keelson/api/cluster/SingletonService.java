package io.keelson.api.cluster;

/**
 * An object that works on one server of a cluster at a time. The server makes it by its constructor without arguments, on each
 * server that may have it, and calls {@link #activate} where it is to work. When that server ends, dies or is cut off, another
 * server calls {@code activate} on its own.
 *
 * <p>Never two servers hold it at once. But Java cannot stop code: after a pause (of the process, of the machine) a
 * server may run as far as its next check before it hears that it has lost the service. A service whose effects must not be
 * mixed up with a later owner's takes {@link LeasedService}.
 *
 * <p>The two methods are called one after the other, never at the same time, on a thread of the service's own.
 */
public interface SingletonService {
    /**
     * Begins to work. Called after the server is RUNNING. What it throws, or when it does not return in time, sends the
     * service to the next server.
     */
    void activate();

    /**
     * Ends the work: the server shuts down, the service moves, or the server can no longer prove that it holds it. The
     * service is let go when this has returned, or after {@code deactivate-timeout}; then the server removes what the service
     * has bound.
     */
    void deactivate();
}
