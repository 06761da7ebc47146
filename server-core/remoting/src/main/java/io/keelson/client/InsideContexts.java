package io.keelson.client;

import io.keelson.remoting.internal.call.Address;
import io.keelson.remoting.internal.call.Endpoint;
import io.keelson.remoting.internal.call.ExportScope;
import io.keelson.remoting.internal.call.FirstOf;
import io.keelson.remoting.internal.call.NamingClient;
import io.keelson.remoting.internal.call.Node;
import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import javax.naming.AuthenticationException;
import javax.naming.CommunicationException;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.NamingException;
import javax.naming.spi.InitialContextFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes contexts of other servers' names within a server, for applications that ask for {@link ContextFactory}. Without a user they use the
 * connections of the server itself, so that servers of the domain are told who calls and in which transaction. With a user each context is
 * that of a client, with sockets and threads of its own. Thread-safe.
 */
public final class InsideContexts implements InitialContextFactory {
    private static final Duration CONNECT = Duration.ofSeconds(5);

    private final Node node;

    /** Makes contexts of the servers that this one connects to. */
    public InsideContexts(Node node) {
        this.node = node;
    }

    @Override
    public Context getInitialContext(@Nullable Hashtable<?, ?> environment) throws NamingException {
        Hashtable<?, ?> given = environment == null ? new Hashtable<>() : environment;
        if (given.get(Context.SECURITY_PRINCIPAL) != null) {
            return new ContextFactory().getInitialContext(given);
        }
        Object url = given.get(Context.PROVIDER_URL);
        if (url == null) {
            throw new ConfigurationException("within a server " + Context.PROVIDER_URL
                    + " has to say which other server is meant; the names of this one are found without a factory");
        }
        List<Address> addresses;
        try {
            addresses = Address.parse(url.toString());
        } catch (IllegalArgumentException e) {
            throw ContextFactory.because(new ConfigurationException(e.getMessage()), e);
        }
        ExportScope scope = node.scopeOf(Thread.currentThread().getContextClassLoader());
        List<Endpoint> endpoints = addresses.stream().map(node.endpoints()::of).toList();
        NamingClient naming = new NamingClient(node, new FirstOf(endpoints), scope);
        connect(naming);
        return new ServerContext(new Inside(naming, streams(addresses)), "", true, given);
    }

    private static void connect(NamingClient naming) throws NamingException {
        try {
            naming.connect();
        } catch (RemoteException e) {
            if (e.getCause() instanceof LoginRefusedException refused) {
                throw ContextFactory.because(new AuthenticationException(refused.getMessage()), e);
            }
            throw ContextFactory.because(new CommunicationException(e.getMessage()), e);
        }
    }

    private ClientStreams streams(List<Address> addresses) {
        return new SocketStreams(node, addresses, null, new char[0], false, null, CONNECT);
    }

    /** Connections that are the server's, and stay when a context is closed. */
    private record Inside(NamingClient naming, ClientStreams streams) implements ContextConnection {
        @Override
        public void close() {
            // They are the server's.
        }
    }
}
