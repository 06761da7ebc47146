package io.keelson.remoting.iiop;

import java.net.Socket;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The connections of clients that speak GIOP on the server's channels. Thread-safe.
 */
public interface IiopEntrance extends BooleanSupplier {
    /** Returns true if the server's {@code iiop} is enabled; the part is not opened otherwise. */
    @Override
    boolean getAsBoolean();

    /**
     * Gives each connection that comes from now on to a broker. Before, connections are closed.
     *
     * @param broker takes a connection, on a muxer thread: it must not block. It returns false where it has no room; the connection is then
     *     closed. The socket's streams may block, its messages are whole and within the limits
     * @throws IllegalStateException where there is a broker
     */
    void open(Predicate<Socket> broker);

    /** Closes the connections and takes no more. */
    void close();

    /** Returns the largest request in bytes. */
    int maxMessageSize();
}
