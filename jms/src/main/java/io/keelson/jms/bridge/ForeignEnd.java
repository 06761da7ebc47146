package io.keelson.jms.bridge;

import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.Hashtable;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A destination of another provider, which is found by its JNDI. Its client's classes come from the class loader that it is given.
 * Thread-safe.
 */
public final class ForeignEnd implements BridgeEnd, RecoverableResource {
    private final Named named;
    private final ClassLoader loader;
    private final @Nullable TransactionControl control;

    /**
     * Configuration of the foreign end.
     *
     * @param resource the name of its branches, which recovery knows
     * @param factory the connection factory in the provider's JNDI
     * @param destination in the provider's JNDI
     * @param environment of the provider's JNDI
     * @param user for JNDI and the connection; null: none is said
     * @param password asked for each connection
     */
    public record Named(
            String resource,
            String factory,
            String destination,
            Map<String, String> environment,
            @Nullable String user,
            Supplier<@Nullable String> password) {
        public Named {
            environment = Map.copyOf(environment);
        }
    }

    /**
     * Names a destination.
     *
     * @param loader of the provider's client
     * @param control null: the server has no transactions, and exactly-once fails
     */
    public ForeignEnd(Named named, ClassLoader loader, @Nullable TransactionControl control) {
        this.named = named;
        this.loader = loader;
        this.control = control;
    }

    private Context names() throws NamingException {
        Hashtable<String, String> environment = new Hashtable<>(named.environment());
        String user = named.user();
        String password = user == null ? null : named.password().get();
        if (user != null && password != null) {
            environment.putIfAbsent(Context.SECURITY_PRINCIPAL, user);
            environment.putIfAbsent(Context.SECURITY_CREDENTIALS, password);
        }
        return new InitialContext(environment);
    }

    /** Something that is done with the provider's classes. */
    private interface Done<T> {
        T run() throws JMSException, NamingException;
    }

    private <T> T asClient(Done<T> what) throws JMSException, NamingException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return what.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private Object factory(Context names) throws NamingException {
        return names.lookup(named.factory());
    }

    @Override
    public Opened open(QualityOfService quality, @Nullable String clientId) throws JMSException, NamingException {
        return asClient(() -> {
            Context names = names();
            try {
                Object factory = factory(names);
                if (!(names.lookup(named.destination()) instanceof Destination destination)) {
                    throw new JMSException(
                            "'" + named.destination()
                                    + "' is no destination of JMS in the other provider's JNDI; a client"
                                    + " of javax.jms does not work here",
                            "NOT_A_DESTINATION");
                }
                Connection connection =
                        quality == QualityOfService.EXACTLY_ONCE ? xaConnection(factory) : connection(factory);
                return opened(connection, quality, clientId, destination);
            } finally {
                names.close();
            }
        });
    }

    private Opened opened(
            Connection connection, QualityOfService quality, @Nullable String clientId, Destination destination)
            throws JMSException {
        boolean done = false;
        try {
            if (clientId != null) {
                connection.setClientID(clientId);
            }
            jakarta.jms.Session session =
                    connection instanceof XAConnection xa && quality == QualityOfService.EXACTLY_ONCE
                            ? xa.createXASession()
                            : Sessions.local(connection, quality);
            connection.start();
            Opened opened = Sessions.opened(connection, session, destination, this::enlist, this::find);
            done = true;
            return opened;
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    private void enlist(XAResource resource) throws Exception {
        TransactionControl transactions = control;
        if (transactions == null) {
            throw new IllegalStateException("the server has no transactions");
        }
        transactions.enlist(named.resource(), resource);
    }

    private Connection connection(Object factory) throws JMSException {
        if (!(factory instanceof ConnectionFactory made)) {
            throw new JMSException(
                    "'" + named.factory() + "' is no connection factory of JMS but a "
                            + factory.getClass().getName() + "; a client of javax.jms does not work here",
                    "NOT_A_FACTORY");
        }
        String user = named.user();
        return user == null
                ? made.createConnection()
                : made.createConnection(user, named.password().get());
    }

    private XAConnection xaConnection(Object factory) throws JMSException {
        if (control == null) {
            throw new JMSException("the server has no transactions, which exactly-once needs", "NO_TRANSACTIONS");
        }
        String user = named.user();
        return Sessions.xa(factory, user, user == null ? null : named.password().get());
    }

    private Optional<Destination> find(String name) {
        try {
            return asClient(() -> {
                Context names = names();
                try {
                    return names.lookup(name) instanceof Destination found
                            ? Optional.of(found)
                            : Optional.<Destination>empty();
                } finally {
                    names.close();
                }
            });
        } catch (JMSException | NamingException e) {
            BridgeLog.LOG.debugf(e, "no reply destination %s", name);
            return Optional.empty();
        }
    }

    @Override
    public String shown() {
        return named.destination() + " of "
                + named.environment().getOrDefault(Context.PROVIDER_URL, "another provider");
    }

    // ---- recovery --------------------------------------------------------------------------------------------------

    @Override
    public String name() {
        return named.resource();
    }

    @Override
    public boolean keepsDecisions() {
        return false;
    }

    @Override
    public RecoverableResource.Session open() throws JMSException, NamingException {
        XAConnection connection = asClient(() -> {
            Context names = names();
            try {
                return xaConnection(factory(names));
            } finally {
                names.close();
            }
        });
        XASession session;
        try {
            session = connection.createXASession();
        } catch (JMSException | RuntimeException e) {
            connection.close();
            throw e;
        }
        XAResource branches = session.getXAResource();
        return new RecoverableResource.Session() {
            @Override
            public XAResource branches() {
                return branches;
            }

            @Override
            public void close() throws JMSException {
                connection.close();
            }
        };
    }
}
