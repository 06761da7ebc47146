package io.keelson.ejb.timer;

import io.keelson.kernel.spi.ClusterMember;
import io.keelson.kernel.spi.ClusterView;
import io.keelson.kernel.spi.LeaseService;
import io.keelson.kernel.spi.record.ClusterRecords;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;

/** Opens the stores of persistent timers, and tells who owns them. Immutable. */
public final class TimerStores {
    private final Path directory;
    private final Optional<ClusterRecords> records;
    private final Optional<LeaseService> leases;
    private final Optional<ClusterView> view;

    /**
     * Makes it for a server.
     *
     * @param directory of the timers in files, of all applications
     */
    public TimerStores(
            Path directory,
            Optional<ClusterRecords> records,
            Optional<LeaseService> leases,
            Optional<ClusterView> view) {
        this.directory = directory;
        this.records = records.filter(ClusterRecords::available);
        this.leases = leases;
        this.view = view;
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
     * @throws IllegalArgumentException when the place is not there on this server
     */
    public TimerStore open(
            String application,
            TimerPlace place,
            Function<String, ClassLoader> loaders,
            int most,
            IntSupplier longestInfo) {
        if (place == TimerPlace.CLUSTER && records.isEmpty()) {
            throw new IllegalArgumentException(
                    "enterprise-beans/timer-store is 'cluster', and this server takes part in no"
                            + " cluster whose leases are decided by consensus; set it to 'file' or 'automatic'");
        }
        boolean files = place == TimerPlace.FILE || records.isEmpty();
        return files
                ? new FileTimerStore(directory.resolve(application), loaders)
                : new ClusterTimerStore(records.get(), name(application), loaders, most, longestInfo);
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
