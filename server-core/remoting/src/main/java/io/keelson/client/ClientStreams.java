package io.keelson.client;

import io.keelson.remoting.ServerStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Streams of messages from a client to servers, as the user of the context from which they come. They outlive that context. Thread-safe.
 */
public interface ClientStreams {
    /** Returns the addresses that the context was given. */
    List<String> addresses();

    /**
     * Makes sockets.
     *
     * @param user that logs in; null: the context's
     * @param password of that user; not used for the context's
     */
    Sockets sockets(@Nullable String user, @Nullable String password);

    /** Sockets that are closed together, with a thread that begins at the first. Thread-safe. */
    interface Sockets extends AutoCloseable {
        /**
         * Opens a stream. Waits for the connection and its handshake; not to be called on a loop.
         *
         * @param address {@code keelson://host:port} or {@code keelsons://host:port}
         * @param purpose that the server has an acceptor for
         * @param greeting shown to that acceptor, at most 1,024 bytes
         * @throws javax.security.sasl.AuthenticationException where the login is refused
         * @throws IOException where the server cannot be reached
         */
        ServerStream open(String address, String purpose, byte[] greeting, ServerStream.Listener listener)
                throws IOException;

        /** Closes all. Not to be called on a loop. */
        @Override
        void close();
    }
}
