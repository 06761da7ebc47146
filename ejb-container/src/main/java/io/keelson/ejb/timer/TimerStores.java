package io.keelson.ejb.timer;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterMessages;
import io.keelson.kernel.spi.membership.ClusterView;
import io.keelson.kernel.spi.record.ClusterRecords;
import io.keelson.kernel.spi.resource.ServerConnections;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Opens the stores of persistent timers, and tells who owns them. Thread-safe. */
public final class TimerStores {
    /** Messages of members that have changed rows in a database. */
    private static final String SUBJECT = "timers";

    private final Path directory;
    private final Optional<ClusterRecords> records;
    private final Optional<LeaseService> leases;
    private final Optional<ClusterView> view;
    private final Database database;
    private final Map<String, JdbcTimerStore> open = new ConcurrentHashMap<>();

    /**
     * The surroundings of timers in a database.
     *
     * @param server the name of this server
     * @param clock of the server
     * @param connections to data sources of the domain; empty: there are none
     * @param messages tell other members of changes; empty: there is no cluster
     */
    public record Database(
            String server, Ticker clock, Optional<ServerConnections> connections, Optional<ClusterMessages> messages) {}

    /**
     * Makes it for a server.
     *
     * @param directory of the timers in files, of all applications
     */
    public TimerStores(
            Path directory,
            Optional<ClusterRecords> records,
            Optional<LeaseService> leases,
            Optional<ClusterView> view,
            Database database) {
        this.directory = directory;
        this.records = records.filter(ClusterRecords::available);
        this.leases = leases;
        this.view = view;
        this.database = database;
        database.messages()
                .ifPresent(messages -> messages.receive(SUBJECT, (from, message) -> {
                    JdbcTimerStore store = open.get(new String(message, StandardCharsets.UTF_8));
                    if (store != null) {
                        store.changedElsewhere();
                    }
                }));
    }

    /** Returns the name of an application's lease and table. */
    static String name(String application) {
        return "timers/" + application;
    }

    /**
     * Opens the store of an application.
     *
     * @param loaders the class loader of a bean by its id
     * @param most timers that the cluster keeps
     * @param longestInfo bytes of info of a timer of the cluster
     * @param dataSource the name of the data source for {@code jdbc}; null: none is named
     * @throws IllegalArgumentException when the place is not there on this server
     */
    public TimerStore open(
            String application,
            TimerPlace place,
            @Nullable String dataSource,
            Function<String, ClassLoader> loaders,
            int most,
            IntSupplier longestInfo) {
        if (place == TimerPlace.CLUSTER && records.isEmpty()) {
            throw new IllegalArgumentException(
                    "enterprise-beans/timer-store is 'cluster', and this server takes part in no"
                            + " cluster whose leases are decided by consensus; set it to 'file' or 'automatic'");
        }
        if (place == TimerPlace.JDBC) {
            return jdbc(application, dataSource, loaders);
        }
        boolean files = place == TimerPlace.FILE || records.isEmpty();
        return files
                ? new FileTimerStore(directory.resolve(application), loaders)
                : new ClusterTimerStore(records.get(), name(application), loaders, most, longestInfo);
    }

    /** Members of a cluster share the rows of an application; a server without one has its own. */
    private TimerStore jdbc(String application, @Nullable String dataSource, Function<String, ClassLoader> loaders) {
        if (dataSource == null) {
            throw new IllegalArgumentException(
                    "enterprise-beans/timer-store is 'jdbc', and enterprise-beans/timer-data-source names no data source");
        }
        ServerConnections connections = database.connections()
                .orElseThrow(() -> new IllegalArgumentException(
                        "enterprise-beans/timer-store is 'jdbc', and this server has no data sources"));
        Optional<String> cluster = view.flatMap(ClusterView::cluster);
        String key = cluster.map(name -> "cluster " + name).orElse("server " + database.server()) + "/" + application;
        if (key.length() > 250) {
            throw new IllegalArgumentException(
                    "the name '" + key + "' is longer than 250 characters, which the table of"
                            + " timers has; give the application a shorter one");
        }
        JdbcTimerStore store = new JdbcTimerStore(
                () -> connections.connection(dataSource),
                key,
                cluster.isPresent() && leases.isPresent(),
                loaders,
                database.clock()::currentTimeMillis,
                () -> database.messages()
                        .ifPresent(messages -> messages.tell(SUBJECT, key.getBytes(StandardCharsets.UTF_8))));
        open.put(key, store);
        return store;
    }

    /** Returns the ownership of the timers in a store of an application. */
    public TimerOwnership ownership(String application, TimerStore store) {
        return store.shared() && leases.isPresent()
                ? TimerOwnership.by(leases.get(), name(application))
                : TimerOwnership.always();
    }

    /** Returns the members of the cluster. */
    public TimerMembers members() {
        return view.filter(seen -> seen.cluster().isPresent())
                .<TimerMembers>map(Seen::new)
                .orElseGet(TimerMembers::alone);
    }

    /** The members that a server sees. */
    private record Seen(ClusterView view) implements TimerMembers {
        @Override
        public String self() {
            return name(view.self());
        }

        @Override
        public Set<String> present() {
            return view.current().members().stream().map(Seen::name).collect(Collectors.toSet());
        }

        private static String name(ClusterMember member) {
            return member.server() + "/" + member.run();
        }
    }
}
