package io.keelson.admin.jmx.remote;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.Role;
import io.keelson.kernel.serial.ManagementObjects;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.rmi.AlreadyBoundException;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.management.MBeanServer;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import javax.management.remote.rmi.RMIConnectorServer;
import javax.rmi.ssl.SslRMIClientSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Remote JMX that is open: the JDK's registry and connector on one port, with one name in the registry. Opened and closed by one thread
 * at a time. See docs/design/jmx.md.
 */
final class Connector {
    /** Name that jconsole and others look for where they are given a host and a port. */
    static final String NAME = "jmxrmi";

    private static final String DAEMON = "jmx.remote.x.daemon";
    private static final String IDLE = "jmx.remote.x.server.connection.timeout";
    private static final long LOOK_SECONDS = 1;

    private final Entrance entrance;
    private final String host;
    private final Clients clients;
    private final Peers peers;
    private final RMIConnectorServer server;
    private final Registry registry;
    private final ScheduledExecutorService thread;

    /**
     * Parts of a server that the connector needs.
     *
     * @param beans its own beans
     * @param roles the role that an operation of REST needs, by its method and address
     * @param passwords how users log in
     * @param audit where it is written down
     * @param tls whose certificate is shown; null while there is none
     * @param ticker the clock
     */
    record House(
            ManagedBeans beans,
            Function<String, Role> roles,
            Passwords passwords,
            AuditLog audit,
            Supplier<@Nullable ChannelTls> tls,
            Ticker ticker) {}

    private Connector(
            Entrance entrance,
            String host,
            Clients clients,
            Peers peers,
            RMIConnectorServer server,
            Registry registry) {
        this.entrance = entrance;
        this.host = host;
        this.clients = clients;
        this.peers = peers;
        this.server = server;
        this.registry = registry;
        this.thread = Threads.scheduler("keelson.management.RemoteJmx");
        thread.scheduleWithFixedDelay(this::look, LOOK_SECONDS, LOOK_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Lets clients in.
     *
     * @param entrance is closed where this fails
     * @param host where clients are told to connect to
     * @throws IOException where RMI cannot be used
     */
    static Connector open(House house, JmxSettings settings, Entrance entrance, String host) throws IOException {
        Clients clients = new Clients(settings.maxConnections(), house.audit());
        Peers peers = new Peers(settings.maxConnections(), clients::known, house.ticker());
        int port = entrance.address().getPort();
        MBeanServer all = ManagementFactory.getPlatformMBeanServer();
        Permissions permissions = new Permissions(house.beans(), house.roles(), all);
        LoginServer.Sockets sockets = new LoginServer.Sockets(port, new SslRMIClientSocketFactory(), entrance);
        Map<String, ?> environment = environment(settings, new Logins(house.passwords(), house.audit(), peers));
        LoginServer logins = new LoginServer(
                sockets,
                environment,
                host,
                clients,
                session -> RoledBeans.of(all, house.beans(), permissions, session));
        Registry registry = null;
        RMIConnectorServer server =
                new RMIConnectorServer(new JMXServiceURL("rmi", host, port), environment, logins, all);
        entrance.open(peers, house.tls());
        try {
            server.start();
            registry = LocateRegistry.createRegistry(port, sockets.ofClients(), entrance);
            registry.bind(NAME, logins.told());
            return new Connector(entrance, host, clients, peers, server, registry);
        } catch (IOException | RuntimeException e) {
            close(server, registry, entrance);
            throw e;
        } catch (AlreadyBoundException e) {
            close(server, registry, entrance);
            throw new IOException("a registry that was just made has the name " + NAME, e);
        }
    }

    private static Map<String, ?> environment(JmxSettings settings, Logins logins) {
        Map<String, Object> environment = new HashMap<>();
        environment.put(JMXConnectorServer.AUTHENTICATOR, logins);
        environment.put(RMIConnectorServer.CREDENTIALS_FILTER_PATTERN, ManagementObjects.CREDENTIALS);
        environment.put(RMIConnectorServer.SERIAL_FILTER_PATTERN, ManagementObjects.TAKEN);
        environment.put(JMXConnectorServerFactory.DEFAULT_CLASS_LOADER, ClassLoader.getPlatformClassLoader());
        environment.put(IDLE, settings.idleTimeout().toMillis());
        // What is exported so neither keeps the process alive nor has RMI collect all garbage once an hour.
        environment.put(DAEMON, "true");
        return environment;
    }

    private void look() {
        try {
            clients.look();
            peers.look();
        } catch (RuntimeException | Error e) { // whatever it is, the next look comes
            RemoteJmxLog.LOG.lookFailed(e);
        }
    }

    /** Returns where it listens. */
    InetSocketAddress address() {
        return entrance.address();
    }

    /** By what clients find it. */
    String url() {
        String literal = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return "service:jmx:rmi:///jndi/rmi://" + literal + ":" + address().getPort() + "/" + NAME;
    }

    /** Ends it, and with it all clients. The port is free afterwards. */
    void close() {
        thread.shutdownNow();
        close(server, registry, entrance);
        clients.close();
    }

    private static void close(RMIConnectorServer server, @Nullable Registry registry, Entrance entrance) {
        try {
            if (registry != null) {
                UnicastRemoteObject.unexportObject(registry, true);
            }
        } catch (NoSuchObjectException e) {
            RemoteJmxLog.LOG.debugf(e, "no registry");
        }
        try {
            server.stop();
        } catch (IOException e) {
            RemoteJmxLog.LOG.debugf(e, "the connector");
        }
        try {
            entrance.close();
        } catch (IOException e) {
            RemoteJmxLog.LOG.debugf(e, "the port");
        }
    }
}
