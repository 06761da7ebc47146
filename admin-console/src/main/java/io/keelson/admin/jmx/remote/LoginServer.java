package io.keelson.admin.jmx.remote;

import java.io.IOException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import javax.management.MBeanServer;
import javax.management.remote.rmi.RMIConnection;
import javax.management.remote.rmi.RMIConnectionImpl_Stub;
import javax.management.remote.rmi.RMIJRMPServerImpl;
import javax.management.remote.rmi.RMIServerImpl_Stub;
import javax.security.auth.Subject;
import org.jspecify.annotations.Nullable;

/**
 * Server that a client can reach before it is logged in: that of the JDK for connections, which gives each client an MBean server of
 * its own. Thread-safe: {@code making} is held while a connection is made and guards {@code next} and {@code over}.
 */
final class LoginServer extends RMIJRMPServerImpl {
    private final String host;
    private final Clients clients;
    private final Function<Session, MBeanServer> beans;
    private final ReentrantLock making = new ReentrantLock();
    private @Nullable MBeanServer next;
    private boolean over;

    /** The sockets of both sides. */
    record Sockets(int port, RMIClientSocketFactory ofClients, RMIServerSocketFactory ofServer) {}

    /**
     * Nothing is exported yet.
     *
     * @param host where clients are told to connect to
     * @param beans the MBean server as a client has it
     */
    LoginServer(
            Sockets sockets,
            Map<String, ?> environment,
            String host,
            Clients clients,
            Function<Session, MBeanServer> beans)
            throws IOException {
        super(sockets.port(), sockets.ofClients(), sockets.ofServer(), environment);
        this.host = host;
        this.clients = clients;
        this.beans = beans;
    }

    /** Returns what leads to this server, for a registry. */
    RMIServerImpl_Stub told() throws IOException {
        return new RMIServerImpl_Stub(ToldReference.to(this, host));
    }

    @Override
    public RMIConnection newClient(@Nullable Object credentials) throws IOException {
        return new RMIConnectionImpl_Stub(ToldReference.to(super.newClient(credentials), host));
    }

    /** {@inheritDoc} A connection that is being made asks for its own here, from within {@link #makeClient}. */
    @Override
    public MBeanServer getMBeanServer() {
        MBeanServer own = making.isHeldByCurrentThread() ? next : null;
        return own == null ? super.getMBeanServer() : own;
    }

    @Override
    protected RMIConnection makeClient(String connectionId, @Nullable Subject subject) throws IOException {
        Session session = subject == null
                ? null
                : subject.getPrivateCredentials(Session.class).stream()
                        .findFirst()
                        .orElse(null);
        if (session == null) {
            throw RoledBeans.refusal("A login needs a name and a password");
        }
        making.lock();
        try {
            if (over) {
                throw RoledBeans.refusal("Remote JMX is being closed");
            }
            clients.enter(session);
            boolean made = false;
            try {
                next = beans.apply(session);
                RMIConnection connection = super.makeClient(connectionId, subject);
                session.connection(connection);
                made = true;
                return connection;
            } finally {
                next = null;
                if (!made) {
                    clients.leave(session);
                }
            }
        } finally {
            making.unlock();
        }
    }

    @Override
    protected void clientClosed(RMIConnection client) throws IOException {
        try {
            super.clientClosed(client);
        } finally {
            clients.closed(client);
        }
    }

    @Override
    public void close() throws IOException {
        making.lock();
        try {
            over = true;
        } finally {
            making.unlock();
        }
        super.close();
    }
}
