package io.keelson.cluster.membership;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.kernel.spi.membership.ClusterView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The view that the server sees, and whether the cluster has formed: at least once as many of its expected servers as the
 * roster asks for have been in one view with this server, or a member that knows so has said it. A cluster that has formed
 * stays so for its members.
 *
 * <p>Changed by the cluster's thread only; read by all.
 */
public final class Members implements ClusterView {
    /** Changed by the cluster's thread only. */
    private volatile @Nullable Roster roster;

    private final ClusterMember self;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    /** Members of the view whose processes have ended; of the cluster's thread. */
    private final Set<ClusterMember> ended = new HashSet<>();
    /** Those who have said that the cluster has formed, before this server saw them; of the cluster's thread. */
    private final Set<ClusterMember> witnesses = new HashSet<>();

    /** Number of attempts by peers that did not prove to be servers of this cluster; of any thread. */
    private final LongAdder strangers = new LongAdder();

    private volatile View current;
    private volatile Counts counts = Counts.NONE;

    private Members(@Nullable Roster roster, ClusterMember self, boolean formed) {
        this.roster = roster;
        this.self = self;
        current = new View(0, formed, List.of(self), missing(List.of(self)));
    }

    /** Those of a cluster, with this server alone at first. */
    static Members of(Roster roster, ClusterMember self) {
        return new Members(roster, self, false);
    }

    /** Those of a server that is a member of no cluster: it sees itself, and decides for itself. */
    public static Members alone(String server) {
        String run = UUID.randomUUID().toString().replace("-", "");
        return new Members(null, new ClusterMember(server, run), true);
    }

    /** Takes another view; returns whether the cluster formed with it. */
    boolean installed(long number, List<ClusterMember> members, List<List<ClusterMember>> parts) {
        View before = current;
        Roster expected = roster;
        boolean enough = expected == null || expected.enough(servers(members));
        boolean said = members.stream().anyMatch(witnesses::contains);
        View now = new View(number, before.formed() || enough || said, members, missing(members));
        List<ClusterMember> joined = without(now.members(), before.members());
        List<ClusterMember> left = without(before.members(), now.members());
        current = now;
        Counts so = counts;
        counts = new Counts(
                so.views() + 1,
                so.joined() + joined.size(),
                so.left() + left.size(),
                so.suspicions(),
                so.merges() + (parts.isEmpty() ? 0 : 1),
                so.refused(),
                so.strangers());
        ended.retainAll(members);
        log(now, joined, left, parts);
        tell(now, new Change(joined, left, parts));
        return formedNow(before, now);
    }

    /** Other servers are expected from now on; returns whether the cluster formed with it. What has formed stays so. */
    boolean expect(Roster next) {
        roster = next;
        View before = current;
        boolean enough = before.number() > 0 && next.enough(servers(before.members()));
        View now = new View(before.number(), before.formed() || enough, before.members(), missing(before.members()));
        current = now;
        boolean formed = formedNow(before, now);
        if (!now.equals(before)) {
            tell(now, new Change(List.of(), List.of(), List.of()));
        }
        return formed;
    }

    /**
     * Takes a member's word that the cluster has formed. Who has just joined may hear it before its own view has come: then it counts
     * with the first view that has the member. A server that sees nobody, and believes that the cluster has formed, would take the others
     * for gone.
     */
    void formed(ClusterMember from) {
        View before = current;
        if (before.formed()) {
            return;
        }
        if (!before.members().contains(from)) {
            witnesses.add(from);
        } else {
            View now = new View(before.number(), true, before.members(), before.missing());
            current = now;
            formedNow(before, now);
            tell(now, new Change(List.of(), List.of(), List.of()));
        }
    }

    void suspected(ClusterMember member) {
        Counts so = counts;
        counts = new Counts(
                so.views(), so.joined(), so.left(), so.suspicions() + 1, so.merges(), so.refused(), so.strangers());
        MembershipLog.LOG.suspected(name(), member.server());
        each((listener, one) -> listener.suspected(one), member);
    }

    /** Counts one who was turned away. */
    void refused() {
        Counts so = counts;
        counts = new Counts(
                so.views(), so.joined(), so.left(), so.suspicions(), so.merges(), so.refused() + 1, so.strangers());
    }

    /** Counts what came from a peer that did not prove to be a server of this cluster. */
    void stranger() {
        strangers.increment();
    }

    /** A process has ended, as may be said more than once; of who is not in the view nobody is told. */
    void ended(ClusterMember member) {
        if (current.members().contains(member) && ended.add(member)) {
            each((listener, one) -> listener.ended(one), member);
        }
    }

    private boolean formedNow(View before, View now) {
        Roster expected = roster;
        if (expected == null || before.formed() || !now.formed()) {
            return false;
        }
        int size = expected.servers().size();
        MembershipLog.LOG.formed(name(), size - now.missing().size(), size);
        return true;
    }

    private void log(View now, List<ClusterMember> joined, List<ClusterMember> left, List<List<ClusterMember>> parts) {
        if (!parts.isEmpty()) {
            MembershipLog.LOG.merged(name(), parts.stream().map(Members::list).collect(Collectors.joining(" and ")));
        }
        String missing = now.missing().isEmpty() ? "none" : String.join(", ", new TreeSet<>(now.missing()));
        MembershipLog.LOG.view(name(), now.number(), list(now.members()), list(joined), list(left), missing);
    }

    private void tell(View now, Change change) {
        each((listener, to) -> listener.changed(now, to), change);
    }

    private <T> void each(BiConsumer<Listener, T> call, T value) {
        for (Listener listener : listeners) {
            try {
                call.accept(listener, value);
            } catch (RuntimeException e) { // one listener's failure is not the others'
                MembershipLog.LOG.failed(e, name());
            }
        }
    }

    private Set<String> missing(List<ClusterMember> present) {
        Roster expected = roster;
        return expected == null ? Set.of() : expected.missing(servers(present));
    }

    private static Set<String> servers(List<ClusterMember> members) {
        return members.stream().map(ClusterMember::server).collect(Collectors.toSet());
    }

    private static List<ClusterMember> without(List<ClusterMember> some, List<ClusterMember> others) {
        List<ClusterMember> rest = new ArrayList<>(some);
        rest.removeAll(others);
        return rest;
    }

    static String list(List<ClusterMember> members) {
        return members.isEmpty()
                ? "none"
                : members.stream().map(ClusterMember::server).collect(Collectors.joining(", "));
    }

    private String name() {
        return cluster().orElse("");
    }

    @Override
    public Optional<String> cluster() {
        return Optional.ofNullable(roster).map(Roster::cluster);
    }

    @Override
    public ClusterMember self() {
        return self;
    }

    @Override
    public View current() {
        return current;
    }

    @Override
    public Counts counts() {
        Counts so = counts;
        return new Counts(
                so.views(), so.joined(), so.left(), so.suspicions(), so.merges(), so.refused(), strangers.sum());
    }

    @Override
    public Subscription subscribe(Listener listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }
}
