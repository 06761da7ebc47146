package io.keelson.cluster;

import io.keelson.cluster.io.Scheduler;
import io.keelson.cluster.lease.LeaseNode;
import io.keelson.cluster.lease.LeaseSettings;
import io.keelson.cluster.lease.Voter;
import io.keelson.cluster.lease.VoterEntry;
import io.keelson.kernel.spi.lease.LeaseClaim;
import io.keelson.kernel.spi.lease.LeaseListener;
import io.keelson.kernel.spi.lease.LeaseService;
import io.keelson.kernel.spi.lease.LeaseStatus;
import io.keelson.kernel.spi.lease.LeaseView;
import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The leases of a server of a cluster, as others see them; says when nobody leads. Thread-safe. */
final class ServerLeases implements LeaseService {
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** After how many looks without a leader that is said, and after how many it is said again. */
    private static final int PATIENCE = 5;

    private static final int AGAIN = 60;

    private final LeaseNode node;
    private final LeaseSettings settings;
    private final ClusterView view;
    private volatile List<String> first;
    private final boolean owns;
    private final @Nullable VoterEntry entry;
    private int leaderless;

    /**
     * Those of a server.
     *
     * @param first the servers that vote first
     * @param owns whether the server may own anything; the admin server does not
     * @param entry its part in who votes; null: a database decides
     */
    ServerLeases(
            LeaseNode node,
            LeaseSettings settings,
            ClusterView view,
            Collection<String> first,
            boolean owns,
            @Nullable VoterEntry entry) {
        this.node = node;
        this.settings = settings;
        this.view = view;
        this.first = List.copyOf(first);
        this.owns = owns;
        this.entry = entry;
    }

    /** Others vote first from now on. */
    void first(List<String> now) {
        first = List.copyOf(now);
    }

    @Override
    public LeaseClaim claim(String name, LeaseListener listener) {
        if (!owns) {
            throw new IllegalStateException("the lease '" + name
                    + "' cannot be claimed here: the admin server of a cluster" + " votes, and owns nothing");
        }
        return node.claim(name, listener);
    }

    @Override
    public List<LeaseView> leases() {
        return node.leases();
    }

    @Override
    public LeaseStatus status() {
        String basis = settings.migrationBasis().name().toLowerCase(Locale.ROOT);
        if (settings.migrationBasis() == LeaseSettings.Basis.DATABASE) {
            return new LeaseStatus(basis, Optional.empty(), Optional.empty(), List.of(), List.of(), List.of());
        }
        Set<String> voters = voters();
        Set<String> missing = new TreeSet<>(voters);
        missing.removeAll(present());
        return new LeaseStatus(
                basis,
                entry == null ? Optional.empty() : entry.voter(),
                node.leader(),
                List.copyOf(voters),
                List.copyOf(missing),
                node.elections());
    }

    @Override
    public String replaceVoter(String server, Optional<String> by) {
        Set<String> voters = voters();
        if (entry == null) {
            throw new IllegalArgumentException("No server votes: a database decides (migration-basis)");
        }
        if (!voters.contains(server)) {
            throw new IllegalArgumentException(
                    "'" + server + "' does not vote; those who do: " + String.join(", ", voters));
        }
        String next = by.or(this::successor)
                .orElseThrow(() -> new IllegalArgumentException("No other server is there that does not vote yet"));
        if (voters.contains(next)) {
            throw new IllegalArgumentException("'" + next + "' votes already");
        }
        if (!present().contains(next)) {
            throw new IllegalArgumentException("'" + next + "' is no server of the cluster that is seen here");
        }
        entry.replace(server, next);
        return next;
    }

    /** A server that could vote in another's place: one of those that vote first, else the first by name. */
    Optional<String> successor() {
        Set<String> free = new TreeSet<>(present());
        free.removeAll(voters());
        return first.stream()
                .filter(free::contains)
                .findFirst()
                .or(() -> free.stream().findFirst());
    }

    Set<String> voters() {
        Set<String> ids = entry == null ? Set.of() : entry.voters();
        return ids.isEmpty()
                ? new TreeSet<>(first)
                : ids.stream().map(Voter::server).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The servers that this one sees, itself among them. */
    Set<String> present() {
        return view.current().members().stream().map(ClusterMember::server).collect(Collectors.toSet());
    }

    /** Begins to look again and again whether somebody leads, on that thread. */
    void watch(Scheduler scheduler) {
        scheduler.schedule(
                () -> {
                    look();
                    watch(scheduler);
                },
                LOOK_NANOS);
    }

    private void look() {
        LeaseStatus now = status();
        boolean waits = now.leader().isEmpty()
                && (now.voter().isPresent() || first.contains(view.self().server()));
        leaderless = waits ? leaderless + 1 : 0;
        if (leaderless == PATIENCE || leaderless > 0 && leaderless % AGAIN == 0) {
            LeasesLog.LOG.noLeader(
                    now.missing().isEmpty() ? "none, but they do not agree" : String.join(", ", now.missing()));
        }
    }
}
