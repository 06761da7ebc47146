package io.keelson.jms;

import io.keelson.jms.JmsServers.Parts;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.remoting.RemoteObjects;
import io.keelson.remoting.ServerStreams;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stores of the JMS servers that this member may own, of the kind that the settings choose: files, replicas or tables of a database.
 * Thread-safe.
 */
final class HostStores implements AutoCloseable {
    private final JmsSettings settings;
    private final Path domain;

    /** Null unless stores are replicated. */
    private final @Nullable JmsReplicas replicas;

    /** Null unless stores are in a database. */
    private final @Nullable JdbcStores database;

    /**
     * Makes the stores of a member.
     *
     * @param owns whether the member owns JMS servers in a cluster
     * @throws IllegalStateException where the member lacks what replicated stores need
     */
    HostStores(Parts parts, boolean owns) {
        this.settings = parts.settings();
        this.domain = parts.domain();
        this.replicas = replicas(parts, owns);
        this.database = (owns || parts.view() == null) && settings.messageStore() == StoreKind.JDBC
                ? parts.database().get()
                : null;
    }

    private static @Nullable JmsReplicas replicas(Parts parts, boolean owns) {
        ClusterView cluster = parts.view();
        if (!owns || cluster == null || parts.settings().messageStore() != StoreKind.REPLICATED) {
            return null;
        }
        ClusterRecords records = parts.records();
        ServerStreams over = parts.streams();
        if (records == null || !records.available() || over == null) {
            throw new IllegalStateException(
                    "message-store: replicated of the section jms needs leases that the servers of the cluster decide among"
                            + " themselves, and remoting; use message-store: file, or consensus as the basis of leases");
        }
        RemoteObjects remote = parts.remote();
        return new JmsReplicas(
                parts, cluster, records, over, () -> remote == null ? List.of() : remote.having(JmsServers.KEY));
    }

    /** Returns the replicas of stores; null where stores are not replicated. */
    @Nullable
    JmsReplicas replicas() {
        return replicas;
    }

    /** Returns how stores that are not replicated are kept. */
    String type() {
        return database == null ? "file" : "jdbc";
    }

    private Path directory(String server) {
        JmsReplicas replicated = replicas;
        return replicated == null ? settings.store(domain, server) : replicated.directory(server);
    }

    /** Returns the store of a JMS server. */
    HostStore of(String server) {
        JmsReplicas replicated = replicas;
        if (replicated != null) {
            return replicated.of(server);
        }
        JdbcStores tables = database;
        return tables == null ? new FileHostStore(server, directory(server), settings) : tables.of(server);
    }

    /** Returns the servers at which a JMS server may have branches, kept beside its store. */
    BranchPlaces branchPlaces(String server) {
        JmsReplicas replicated = replicas;
        if (replicated != null) {
            return new BranchPlaces(replicated.branchPlaces(server));
        }
        JdbcStores tables = database;
        return tables == null ? new BranchPlaces(directory(server)) : new BranchPlaces(tables.branchPlaces(server));
    }

    /** Returns the directory of bodies that have left memory. */
    Path paging(String server) {
        return replicas == null ? settings.paging(domain, server) : settings.paging(domain, server, directory(server));
    }

    /** Returns true if the JMS server of a member that is gone has a store that this server reaches. */
    boolean reaches(String server) {
        JmsReplicas replicated = replicas;
        if (replicated != null) {
            return replicated.mayOwn(server);
        }
        JdbcStores tables = database;
        return tables == null ? Files.isDirectory(settings.store(domain, server)) : tables.isStored(server);
    }

    /** Returns the place of a store, for people. */
    String place(String server) {
        JdbcStores tables = database;
        return tables == null ? directory(server).toString() : "the data source " + tables.source();
    }

    @Override
    public void close() {
        if (replicas != null) {
            replicas.close();
        }
        if (database != null) {
            database.close();
        }
    }
}
