package io.keelson.cluster.names;

import io.keelson.cluster.membership.Membership.Term;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the tree of a new view from what its members report. What a member has bound is taken from the latest state that the
 * member took part in: nobody else decided about it since. Bindings of members that are not in the view go. Where two sides
 * of a partition bound one name, the higher epoch wins, else the lower member; the loser sees it by the tree.
 */
final class Reconciliation {
    private Reconciliation() {}

    /** The tree of a term from the reports of all its members. */
    static TreeState of(Term term, Map<ClusterMember, TreeState> reports) {
        TreeState next = new TreeState(term, reports.keySet(), 0, Map.of(), Map.of(), Map.of());
        new TreeMap<>(reports).forEach((member, own) -> {
            TreeState source = latest(member, own, reports.values());
            TreeState.Done last = source.done().get(member);
            if (last != null) {
                next.done().put(member, last);
            }
            source.bindings().forEach((name, binding) -> {
                if (binding.owner().equals(member)) {
                    next.bindings().merge(name, binding, (one, other) -> one.beats(other) ? one : other);
                }
            });
        });
        reports.values().forEach(state -> state.fences().forEach(next::learn));
        return next;
    }

    private static TreeState latest(ClusterMember member, TreeState own, Collection<TreeState> states) {
        TreeState latest = own;
        for (TreeState state : states) {
            if (state.supersedes(latest, member)) {
                latest = state;
            }
        }
        return latest;
    }
}
