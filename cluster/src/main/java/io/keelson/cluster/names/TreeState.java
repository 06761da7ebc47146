package io.keelson.cluster.names;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The tree as the members of one term had it after some number of changes. Two states of one term are one history: the one
 * with the higher number has all that the other has. Mutable; belongs to one {@link NamingTree}, which hands out copies.
 */
final class TreeState {
    private final Term term;
    private final Set<ClusterMember> members;
    private final TreeMap<String, Binding> bindings;
    private final TreeMap<String, Long> fences;
    private final TreeMap<ClusterMember, Done> done;
    private long changes;

    /** The last change of a member that was carried out. A member has one under way at a time, numbered upwards. */
    record Done(long operation, Outcome outcome) {}

    TreeState(
            Term term,
            Set<ClusterMember> members,
            long changes,
            Map<String, Binding> bindings,
            Map<String, Long> fences,
            Map<ClusterMember, Done> done) {
        this.term = term;
        this.members = new TreeSet<>(members);
        this.changes = changes;
        this.bindings = new TreeMap<>(bindings);
        this.fences = new TreeMap<>(fences);
        this.done = new TreeMap<>(done);
    }

    /** The empty tree of a member that has seen nobody yet. */
    static TreeState empty(ClusterMember self) {
        return new TreeState(new Term(-1, self), Set.of(self), 0, Map.of(), Map.of(), Map.of());
    }

    TreeState copy() {
        return new TreeState(term, members, changes, bindings, fences, done);
    }

    Term term() {
        return term;
    }

    /** The members of the term's view. */
    Set<ClusterMember> members() {
        return members;
    }

    /** Returns how many changes have been made in the term. */
    long changes() {
        return changes;
    }

    TreeMap<String, Binding> bindings() {
        return bindings;
    }

    /** The highest epoch that was seen of each lease. */
    Map<String, Long> fences() {
        return fences;
    }

    Map<ClusterMember, Done> done() {
        return done;
    }

    /** Returns whether this state has all that another has of what {@code member} did: it is later, and the member took part in it. */
    boolean supersedes(TreeState other, ClusterMember member) {
        if (!members.contains(member)) {
            return false;
        }
        if (!other.members.contains(member)) {
            return true;
        }
        int byTerm = term.compareTo(other.term);
        return byTerm == 0 ? changes > other.changes : byTerm > 0;
    }

    /** Returns how a change would be decided. */
    Outcome judge(ClusterMember origin, TreeChange change) {
        if (change instanceof TreeChange.Bind bind) {
            return judge(bind);
        }
        if (change instanceof TreeChange.Unbind unbind) {
            if (stale(unbind.fence())) {
                return Outcome.STALE;
            }
            return guarded(removed(origin, unbind), unbind.fence()) ? Outcome.GUARDED : Outcome.DONE;
        }
        return Outcome.DONE;
    }

    /** Returns what would be removed; null: nothing. */
    private @Nullable Binding removed(ClusterMember origin, TreeChange.Unbind unbind) {
        Binding present = bindings.get(unbind.name());
        boolean others = present != null && !present.owner().equals(origin);
        return others && unbind.onlyOwn() ? null : present;
    }

    private Outcome judge(TreeChange.Bind bind) {
        Fence fence = bind.fence();
        if (stale(fence)) {
            return Outcome.STALE;
        }
        if (!fits(bind.name())) {
            return Outcome.NOT_A_CONTEXT;
        }
        Binding present = bindings.get(bind.name());
        if (present == null || succeeds(fence, present.fence())) {
            return Outcome.DONE;
        }
        if (!bind.replace()) {
            return Outcome.BOUND;
        }
        return guarded(present, fence) ? Outcome.GUARDED : Outcome.DONE;
    }

    private boolean stale(@Nullable Fence fence) {
        return fence != null && fence.epoch() < fences.getOrDefault(fence.lease(), 0L);
    }

    /** Returns whether an epoch takes over from an earlier one of its lease. */
    private static boolean succeeds(@Nullable Fence fence, @Nullable Fence present) {
        return fence != null && present != null && present.olderThan(fence);
    }

    private static boolean guarded(@Nullable Binding present, @Nullable Fence fence) {
        if (present == null) {
            return false;
        }
        Fence under = present.fence();
        return under != null && (fence == null || !fence.lease().equals(under.lease()) || fence.olderThan(under));
    }

    /** Returns whether a name is neither a context of others nor below one that is bound. */
    private boolean fits(String name) {
        String below = name + '/';
        String next = bindings.ceilingKey(below);
        if (next != null && next.startsWith(below)) {
            return false;
        }
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
            if (bindings.containsKey(name.substring(0, slash))) {
                return false;
            }
        }
        return true;
    }

    /** Carries out a change that was decided to be. */
    void apply(ClusterMember origin, long operation, TreeChange change) {
        changes++;
        done.put(origin, new Done(operation, Outcome.DONE));
        if (change instanceof TreeChange.Bind bind) {
            raise(bind.fence());
            bindings.put(bind.name(), new Binding(bind.className(), bind.value().content(), origin, bind.fence()));
        } else if (change instanceof TreeChange.Unbind unbind) {
            raise(unbind.fence());
            if (removed(origin, unbind) != null) {
                bindings.remove(unbind.name());
            }
        }
    }

    /** Learns of an epoch: what earlier ones of its lease have bound goes. */
    private void raise(@Nullable Fence fence) {
        if (fence != null && fence.epoch() > fences.getOrDefault(fence.lease(), 0L)) {
            fences.put(fence.lease(), fence.epoch());
            removeStale(fence.lease(), fence.epoch());
        }
    }

    private void removeStale(String lease, long epoch) {
        bindings.values().removeIf(binding -> {
            Fence under = binding.fence();
            return under != null && under.lease().equals(lease) && under.epoch() < epoch;
        });
    }

    /** Takes over an epoch from another state. */
    void learn(String lease, long epoch) {
        raise(new Fence(lease, epoch));
    }

    /** The members' bindings alone: those of others have gone with them. */
    Map<String, Binding> of(List<ClusterMember> present) {
        TreeMap<String, Binding> theirs = new TreeMap<>(bindings);
        theirs.values().removeIf(binding -> !present.contains(binding.owner()));
        return theirs;
    }
}
