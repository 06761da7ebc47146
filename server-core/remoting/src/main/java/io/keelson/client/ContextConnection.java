package io.keelson.client;

import io.keelson.remoting.internal.call.NamingClient;
import javax.naming.NamingException;

/** Connection of a context, and of those within it, to their server. Thread-safe. */
interface ContextConnection {
    /**
     * Returns the operations on the server's names.
     *
     * @throws NamingException where it is closed
     */
    NamingClient naming() throws NamingException;

    /** Returns streams to the same servers. */
    ClientStreams streams();

    /** Frees what the initial context holds. */
    void close();
}
