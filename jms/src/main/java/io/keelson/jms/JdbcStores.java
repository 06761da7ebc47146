package io.keelson.jms;

import io.keelson.base.time.Ticker;
import io.keelson.jms.store.JdbcConnections;
import io.keelson.jms.store.JdbcMessageStore;
import io.keelson.jms.store.JdbcSettings;
import io.keelson.jms.store.JdbcStoreRecords;
import io.keelson.jms.store.MessageStore;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.io.IOException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The message stores of JMS servers in the database of one data source, which whoever reaches it may own. Thread-safe; the name of the data
 * source is resolved for each connection, as a change of the configuration may put another one there.
 */
final class JdbcStores implements AutoCloseable {
    private final JdbcConnections connections;
    private final JdbcSettings settings;
    private final Ticker ticker;
    private final NameOwner relies;

    /**
     * Stores as the section {@code jms} describes them.
     *
     * @param connections those of the server
     * @throws IllegalStateException when this server has no such data source
     */
    JdbcStores(JmsSettings settings, Naming naming, Supplier<Optional<ServerConnections>> connections, Ticker ticker) {
        String source = settings.messageDataSource();
        if (source == null) {
            throw new IllegalArgumentException("message-store: jdbc needs message-data-source"); // the settings say so
        }
        this.settings = new JdbcSettings(source, settings.messageTablePrefix(), settings.messageWriteTimeout());
        this.ticker = ticker;
        this.connections = () -> connections
                .get()
                .orElseThrow(() -> new SQLNonTransientConnectionException("this server has no data sources"))
                .connection(source);
        check(naming, source);
        this.relies = naming.owner("the message store of JMS", null);
        naming.relies(source, relies, false);
    }

    private static void check(Naming naming, String source) {
        String said = "";
        try {
            if (naming.context().lookup(source) instanceof DataSource) {
                return;
            }
            said = "what is bound so is no data source";
        } catch (NamingException e) {
            said = String.valueOf(e.getMessage());
        }
        throw new IllegalStateException("message-data-source of the section jms in domain.yaml: no data source of this"
                + " server is bound as '" + source + "' (" + said
                + "); describe it below data-sources, or name another");
    }

    /** Returns the data source, for people. */
    String source() {
        return settings.source();
    }

    /** Returns the store of a JMS server. */
    HostStore of(String server) {
        return new Stored(server);
    }

    /** Returns true if a JMS server has a store; false where that cannot be asked now. */
    boolean isStored(String server) {
        try {
            return rows(server).isThere();
        } catch (IOException e) {
            JmsLog.LOG.debugf(e, "nobody knows whether the JMS server %s has a store", server);
            return false;
        }
    }

    private JdbcStoreRecords rows(String server) {
        return new JdbcStoreRecords(server, connections, settings);
    }

    /** Returns where a JMS server keeps the others that may have branches of its transactions. */
    BranchPlaces.Kept branchPlaces(String server) {
        return new BranchPlaces.Kept() {
            @Override
            public Set<String> read() throws IOException {
                return rows(server).places();
            }

            @Override
            public void write(Set<String> names) throws IOException {
                rows(server).addPlaces(names);
            }
        };
    }

    @Override
    public void close() {
        relies.close();
    }

    /** The store of one JMS server. */
    private final class Stored implements HostStore {
        private final String server;
        private volatile boolean known;

        Stored(String server) {
            this.server = server;
        }

        /** True where the database cannot be asked: messages may be there. */
        @Override
        public boolean stored() {
            if (!known) {
                try {
                    known = rows(server).isThere();
                } catch (IOException e) {
                    JmsLog.LOG.debugf(e, "the JMS server %s may have a store", server);
                    return true;
                }
            }
            return known;
        }

        @Override
        public boolean mayOwn() {
            return true;
        }

        @Override
        public boolean comesBack() {
            return true;
        }

        @Override
        public void prepare(@Nullable Lease lease) {}

        @Override
        public MessageStore make(Runnable broken) {
            return new JdbcMessageStore(server, connections, settings, ticker, broken);
        }

        @Override
        public void closed() {}
    }
}
