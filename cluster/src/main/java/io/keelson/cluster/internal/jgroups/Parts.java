package io.keelson.cluster.internal.jgroups;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jspecify.annotations.Nullable;

/**
 * Parts of a cluster that have found one another, and what of them may become one view: no two runs of a server.
 *
 * <p>A run that only some view still names does not keep its part away. A server that heard nobody for a while has such a view: the
 * others went on without it, and one of them was started again. It waits for a member to take the earlier run out of that view, and that
 * member has another view by now.
 *
 * @param together the views that may be merged, by who reported them; runs that are outdated are in none
 * @param twins members that keep their parts away: another run of their server is in {@code together}
 * @param outdated runs that a later view of a common member has replaced
 */
record Parts(Map<Address, View> together, List<ClusterMember> twins, Set<ClusterMember> outdated) {
    Parts {
        together = Map.copyOf(together);
        twins = List.copyOf(twins);
        outdated = Set.copyOf(outdated);
    }

    /**
     * Sorts parts: this server's own counts first, then the largest ones.
     *
     * @param parts views by who reported them
     * @param own this server's view; null before the first
     */
    static Parts of(Map<Address, View> parts, @Nullable View own) {
        Set<ClusterMember> outdated = outdated(parts.values());
        List<Map.Entry<Address, View>> ordered = new ArrayList<>(parts.entrySet());
        ordered.sort(Comparator.comparing((Map.Entry<Address, View> part) ->
                        own == null || !part.getValue().getViewId().equals(own.getViewId()))
                .thenComparing(part -> -part.getValue().size())
                .thenComparing(Map.Entry::getKey));
        Map<String, ClusterMember> members = new HashMap<>();
        Map<Address, View> together = new HashMap<>();
        List<ClusterMember> twins = new ArrayList<>();
        for (Map.Entry<Address, View> part : ordered) {
            View view = without(outdated, part.getKey(), part.getValue());
            List<ClusterMember> its = members(view);
            ClusterMember twin = its.stream()
                    .filter(member ->
                            outdated.contains(member) || !member.equals(members.getOrDefault(member.server(), member)))
                    .findFirst()
                    .orElse(null);
            if (twin == null) {
                its.forEach(member -> members.put(member.server(), member));
                together.put(part.getKey(), view);
            } else {
                twins.add(twin);
            }
        }
        return new Parts(together, twins, outdated);
    }

    /** Runs of servers of which a later view has another run, together with a member that had been in the view of the earlier one. */
    private static Set<ClusterMember> outdated(Iterable<View> views) {
        Set<ClusterMember> outdated = new HashSet<>();
        for (View earlier : views) {
            for (View later : views) {
                if (later.getViewId().getId() > earlier.getViewId().getId()) {
                    outdated.addAll(replaced(members(earlier), members(later)));
                }
            }
        }
        return outdated;
    }

    private static List<ClusterMember> replaced(List<ClusterMember> earlier, List<ClusterMember> later) {
        if (earlier.stream().noneMatch(later::contains)) {
            return List.of();
        }
        return earlier.stream()
                .filter(member -> later.stream()
                        .anyMatch(other -> other.server().equals(member.server())
                                && !other.run().equals(member.run())))
                .toList();
    }

    /** A view without outdated runs; who reports it stays in it, since it is there. */
    private static View without(Set<ClusterMember> outdated, Address reporter, View view) {
        List<Address> rest = view.getMembers().stream()
                .filter(address -> address.equals(reporter)
                        || Addresses.member(address).filter(outdated::contains).isEmpty())
                .toList();
        if (rest.size() == view.size()) {
            return view;
        }
        // Who made the view is asked for its part: that must not be a run which is outdated.
        Address creator = view.getCreator();
        ViewId id = rest.contains(creator)
                ? view.getViewId()
                : new ViewId(reporter, view.getViewId().getId());
        return new View(id, rest);
    }

    /** Returns the members of a view that are servers of a domain. */
    static List<ClusterMember> members(View of) {
        return of.getMembers().stream()
                .flatMap(address -> Addresses.member(address).stream())
                .toList();
    }
}
