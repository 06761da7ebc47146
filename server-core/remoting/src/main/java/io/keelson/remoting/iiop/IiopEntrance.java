package io.keelson.remoting.iiop;

import io.keelson.remoting.spi.RemoteCaller;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import javax.security.auth.x500.X500Principal;

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
     *     closed. The socket's streams may block, its messages are whole and within the limits. It is an {@link IiopConnection}
     * @throws IllegalStateException where there is a broker
     */
    void open(Predicate<Socket> broker);

    /** Closes the connections and takes no more. */
    void close();

    /** Returns the largest request in bytes. */
    int maxMessageSize();

    /** Returns the name of the realm whose users log in; empty before it is known. */
    String realm();

    /**
     * Checks a user's password. May block.
     *
     * @param password is neither kept nor changed
     * @return the user; empty where it is unknown or locked, or the password is wrong
     */
    Optional<RemoteCaller> login(String user, char[] password);

    /**
     * Returns the user on whose behalf another calls. May block.
     *
     * @param by who calls and has logged in
     * @return empty where there is no such user, or the caller may not speak for others
     */
    Optional<RemoteCaller> onBehalf(RemoteCaller by, String user);

    /** Returns the user of a certificate that the client's connection was made with; empty where it is nobody's. May block. */
    Optional<RemoteCaller> certified(X500Principal subject);

    /**
     * Returns the user on whose behalf another calls, named by the subject of a certificate. May block.
     *
     * @param by who calls and has logged in
     * @return empty where it is nobody's, or the caller may not speak for others
     */
    Optional<RemoteCaller> onBehalf(RemoteCaller by, X500Principal subject);

    /** Returns true if there are users who may call on behalf of others. */
    boolean asserts();

    /** Returns true if a client of that connection may call without a user. */
    boolean anonymous(IiopConnection connection);

    /**
     * Returns the port at which this server speaks IIOP over TLS.
     *
     * @param local the server's address and port at which a client has reached it; a port for TLS is answered itself
     */
    Optional<SecurePort> securePort(InetSocketAddress local);

    /**
     * A port for TLS.
     *
     * @param certificates true if clients may show a certificate there
     */
    record SecurePort(int port, boolean certificates) {}
}
