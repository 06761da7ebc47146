package io.keelson.admin.jmx.remote;

import io.keelson.admin.access.AuditLog;
import io.keelson.admin.access.Passwords;
import io.keelson.admin.jmx.ManagedBeans;
import io.keelson.base.config.Configuration;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.management.Role;
import io.keelson.net.tls.ChannelTls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's remote JMX, where its configuration says so. Without a port nothing is opened, no class of RMI is loaded, and there is no
 * thread. Driven by the management subsystem, from one thread at a time.
 *
 * <p>See docs/design/jmx.md.
 */
public final class RemoteJmx implements AutoCloseable {
    private static final String RANDOM = "java.rmi.server.randomIDs";

    private final Connector.House house;
    private @Nullable Connector connector;
    private @Nullable Wanted inForce;
    private @Nullable Prepared prepared;

    /** Configuration of this server's remote JMX. */
    private record Wanted(JmxSettings domain, JmxPort server) {
        static Wanted of(Configuration configuration) {
            return new Wanted(configuration.get(JmxSettings.class), configuration.get(JmxPort.class));
        }

        boolean none() {
            return server.jmxPort() == 0;
        }

        InetSocketAddress address() throws IOException {
            return new InetSocketAddress(InetAddress.getByName(domain.listenAddress()), server.jmxPort());
        }

        /** Returns where clients are told to connect to. */
        String host() throws IOException {
            String named = server.jmxHostName();
            if (named == null && address().getAddress().isAnyLocalAddress()) {
                throw new IOException("jmx.listen-address is " + domain.listenAddress()
                        + ", which is no address that clients could be told; set servers.NAME.jmx-host-name to the name"
                        + " by which they reach this server");
            }
            return named == null ? domain.listenAddress() : named;
        }

        @Override
        public String toString() {
            return domain.listenAddress() + ", port " + server.jmxPort();
        }
    }

    /**
     * The next configuration.
     *
     * @param entrance its port; null where there is none, or it is that of now
     */
    private record Prepared(Wanted wanted, @Nullable Entrance entrance) {}

    /**
     * Opens nothing yet.
     *
     * @param beans the server's own beans
     * @param roles the role that an operation of REST needs, by its method and address: {@code POST server/shutdown}
     * @param passwords how users log in
     * @param audit where it is written down
     * @param tls whose certificate is shown; null where the server has none
     * @param ticker the clock
     */
    public RemoteJmx(
            ManagedBeans beans,
            Function<String, Role> roles,
            Passwords passwords,
            AuditLog audit,
            Supplier<@Nullable ChannelTls> tls,
            Ticker ticker) {
        this.house = new Connector.House(beans, roles, passwords, audit, tls, ticker);
    }

    /** Opens it where there is to be one. What hinders it is an error in the log: a server serves without, too. */
    public void start(Configuration configuration) {
        Wanted wanted = Wanted.of(configuration);
        inForce = wanted;
        if (wanted.none()) {
            return;
        }
        try {
            open(wanted, bound(wanted));
        } catch (IOException e) {
            RemoteJmxLog.LOG.notOpened(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Looks whether another configuration can be applied, and takes its port.
     *
     * @throws IllegalArgumentException when the port is taken, the address none of this machine's, or there is no TLS
     */
    public void prepare(Configuration next) {
        rollback();
        Wanted wanted = Wanted.of(next);
        if (wanted.equals(inForce)) {
            return;
        }
        try {
            if (wanted.none()) {
                prepared = new Prepared(wanted, null);
            } else if (samePort(wanted)) {
                check(wanted);
                prepared = new Prepared(wanted, null);
            } else {
                prepared = new Prepared(wanted, bound(wanted));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("remote JMX: " + e.getMessage(), e);
        }
    }

    /** Our own listener has it: another address, or the same, is taken when that has let go. */
    private boolean samePort(Wanted wanted) {
        Connector open = connector;
        return open != null && open.address().getPort() == wanted.server().jmxPort();
    }

    /** Applies what was prepared. Clients of before have to connect again. */
    public void commit() {
        Prepared next = prepared;
        prepared = null;
        if (next == null) {
            return;
        }
        inForce = next.wanted();
        boolean closed = shut();
        if (next.wanted().none()) {
            if (closed) {
                RemoteJmxLog.LOG.closed();
            }
            return;
        }
        try {
            Entrance entrance = next.entrance();
            open(next.wanted(), entrance == null ? boundAgain(next.wanted()) : entrance);
        } catch (IOException e) {
            RemoteJmxLog.LOG.notOpened(String.valueOf(e.getMessage()));
        }
    }

    /** Forgets what was prepared. */
    public void rollback() {
        Prepared next = prepared;
        prepared = null;
        if (next != null && next.entrance() != null) {
            close(next.entrance());
        }
    }

    private void check(Wanted wanted) throws IOException {
        wanted.host();
        if ("false".equalsIgnoreCase(System.getProperty(RANDOM, "true"))) {
            // A connection is known by its number: who can guess one needs no login.
            throw new IOException(RANDOM + " is false, so that connections of others could be guessed; leave it out");
        }
        if (house.tls().get() == null) {
            throw new IOException(
                    "there is a jmx-port, but no channel of this server has TLS, whose certificate it could"
                            + " show; configure servers.NAME.tls or an admin channel with tls, and restart the server");
        }
    }

    private Entrance bound(Wanted wanted) throws IOException {
        check(wanted);
        try {
            return Entrance.bind(wanted.address());
        } catch (IOException e) {
            throw new IOException("cannot listen at " + wanted + ": " + e.getMessage(), e);
        }
    }

    /** Binds a port that our own listener has just let go. */
    private Entrance boundAgain(Wanted wanted) throws IOException {
        check(wanted);
        try {
            return Entrance.bindAgain(wanted.address(), house.ticker());
        } catch (IOException e) {
            throw new IOException("cannot listen at " + wanted + ": " + e.getMessage(), e);
        }
    }

    private void open(Wanted wanted, Entrance entrance) throws IOException {
        Connector fresh;
        try {
            fresh = Connector.open(house, wanted.domain(), entrance, wanted.host());
        } catch (IOException | RuntimeException e) {
            close(entrance);
            throw e;
        }
        connector = fresh;
        house.beans().show();
        RemoteJmxLog.LOG.answers(fresh.url());
    }

    private static void close(Entrance entrance) {
        try {
            entrance.close();
        } catch (IOException e) {
            RemoteJmxLog.LOG.debugf(e, "the port");
        }
    }

    private boolean shut() {
        Connector open = connector;
        connector = null;
        if (open == null) {
            return false;
        }
        open.close();
        return true;
    }

    @Override
    public void close() {
        rollback();
        shut();
    }
}
