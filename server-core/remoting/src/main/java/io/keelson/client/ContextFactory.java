package io.keelson.client;

import io.keelson.remoting.internal.call.Address;
import java.util.Hashtable;
import java.util.List;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes contexts of a server's names:
 *
 * <pre>{@code
 * java.naming.factory.initial      io.keelson.client.ContextFactory
 * java.naming.provider.url         keelson://host:port[,host:port], keelsons:// for TLS; default keelson://localhost:7001
 * java.naming.security.principal   the user; without one nobody logs in
 * java.naming.security.credentials the password, a String or a char[]
 * }</pre>
 *
 * <p>Further properties, all optional; those that are texts may be given as system properties too: {@value #CALL_TIMEOUT} how many
 * milliseconds a call waits for its answer, 0 for no end; {@value #PEER_TIMEOUT} after how many without a sign of life the server is
 * given up (10000); {@value #CONNECT_TIMEOUT} for how many an address is tried (5000); {@value #MAX_MESSAGE_SIZE} the largest message in
 * bytes; {@value #ALLOWED_CLASSES} which classes answers may bring, beside values of the platform and the packages of remote interfaces,
 * divided by commas; {@value #SSL_CONTEXT} an {@link javax.net.ssl.SSLContext} for {@code keelsons}; {@value #PLAIN_LOGIN} whether a
 * server that cannot check the password otherwise is given it within TLS (true); never in the clear.
 *
 * <p>Each context has its own sockets and threads; {@link Context#close()} of the initial one frees them; contexts and stubs that came
 * from it then no longer work. Connection factories of messaging do: each of their connections has a socket of its own.
 */
public final class ContextFactory implements InitialContextFactory {
    /** Milliseconds that a call waits for its answer. */
    public static final String CALL_TIMEOUT = "io.keelson.client.call-timeout";

    /** After how many milliseconds without a sign of life the server is given up. */
    public static final String PEER_TIMEOUT = "io.keelson.client.peer-timeout";

    /** For how many milliseconds an address is tried. */
    public static final String CONNECT_TIMEOUT = "io.keelson.client.connect-timeout";

    /** The largest message in bytes. */
    public static final String MAX_MESSAGE_SIZE = "io.keelson.client.max-message-size";

    /** Classes that answers may bring. */
    public static final String ALLOWED_CLASSES = "io.keelson.client.allowed-classes";

    /** The trust for TLS. */
    public static final String SSL_CONTEXT = "io.keelson.client.ssl-context";

    /** Permission to give the password itself within TLS, to a server that has users of a directory. */
    public static final String PLAIN_LOGIN = "io.keelson.client.plain-login";

    private static final String DEFAULT_URL = "keelson://localhost:7001";

    /**
     * Returns streams to the servers that an environment names, as the user that it names, without their names. Connects once, so that
     * the caller hears of a wrong login.
     *
     * @throws NamingException where the environment is wrong, nobody answers, or the login is refused
     */
    public static ClientStreams streams(Hashtable<?, ?> environment) throws NamingException {
        ClientConnection connection = connection(environment);
        try {
            return connection.streams();
        } finally {
            connection.close();
        }
    }

    /**
     * Returns streams as {@link #streams} does, without connecting: a wrong login or a server that is away shows with the first stream.
     *
     * @throws NamingException where the environment is wrong
     */
    public static ClientStreams unconnectedStreams(Hashtable<?, ?> environment) throws NamingException {
        ClientConnection connection =
                ClientConnection.unconnected(addresses(environment), new ClientProperties(environment));
        try {
            return connection.streams();
        } finally {
            connection.close();
        }
    }

    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Hashtable<?, ?> given = environment == null ? new Hashtable<>() : environment;
        return new ServerContext(connection(given), "", true, given);
    }

    private static ClientConnection connection(Hashtable<?, ?> given) throws NamingException {
        return ClientConnection.open(addresses(given), new ClientProperties(given));
    }

    private static List<Address> addresses(Hashtable<?, ?> given) throws ConfigurationException {
        Object url = given.get(Context.PROVIDER_URL);
        try {
            return Address.parse(url == null ? DEFAULT_URL : url.toString());
        } catch (IllegalArgumentException e) {
            throw because(new ConfigurationException(e.getMessage()), e);
        }
    }

    static <E extends NamingException> E because(E exception, Throwable cause) {
        exception.initCause(cause);
        return exception;
    }
}
