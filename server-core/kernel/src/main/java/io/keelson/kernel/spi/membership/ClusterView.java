package io.keelson.kernel.spi.membership;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * View of the servers of this server's cluster that see one another. It is an opinion of this server at this moment and proves nothing: who
 * owns what is decided by leases. See docs/design/membership.md. Thread-safe.
 */
public interface ClusterView {
    /** The name of the cluster; empty where this server is a member of none. */
    Optional<String> cluster();

    /** This server as a member. */
    ClusterMember self();

    /** The view now. A server that is a member of no cluster, or has not joined yet, sees itself alone. */
    View current();

    /** Returns how often what has happened since this server's start. */
    Counts counts();

    /**
     * Tells {@code listener} of every later view.
     *
     * @return closes: no further call begins
     */
    Subscription subscribe(Listener listener);

    /**
     * Servers that see one another.
     *
     * @param number grows from view to view; views on two sides of a partition may have the same
     * @param formed whether the cluster has had a majority of its expected servers since this server belongs to it; until then
     *     nothing is decided in its name
     * @param members the members, the one that coordinates first
     * @param missing the names of servers that the domain expects in the cluster and that are not in the view
     */
    record View(long number, boolean formed, List<ClusterMember> members, Set<String> missing) {
        public View {
            members = List.copyOf(members);
            missing = Set.copyOf(missing);
            if (members.isEmpty()) {
                throw new IllegalArgumentException("a view has at least the server that sees it");
            }
        }

        /** The member that decides what the members of the view have to agree on. */
        public ClusterMember coordinator() {
            return members.get(0);
        }

        /** The member of that server. */
        public Optional<ClusterMember> member(String server) {
            return members.stream().filter(m -> m.server().equals(server)).findFirst();
        }
    }

    /**
     * Counters since the start of the server; each number only grows.
     *
     * @param views views that this server has entered
     * @param joined members that came into its view
     * @param left members that went out of it
     * @param suspicions how often a member seemed to be gone
     * @param merges how often parts of the cluster came together
     * @param refused how often this server has turned somebody away who wanted to join
     * @param strangers how many connections and messages came from peers that did not prove to be servers of this cluster; they changed
     *     nothing
     */
    record Counts(long views, long joined, long left, long suspicions, long merges, long refused, long strangers) {
        /** Nothing yet. */
        public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);
    }

    /**
     * Difference between two views.
     *
     * @param joined members that were not in the view before
     * @param left members that are not in the view any more
     * @param parts the views that came together; empty unless a partition has healed
     */
    record Change(List<ClusterMember> joined, List<ClusterMember> left, List<List<ClusterMember>> parts) {
        public Change {
            joined = List.copyOf(joined);
            left = List.copyOf(left);
            parts = List.copyOf(parts);
        }

        /** Returns whether a partition has healed. */
        public boolean merge() {
            return !parts.isEmpty();
        }
    }

    /**
     * Hears of views. The calls come one after the other, in the order of the views, on the thread of the cluster: they must
     * not block. What they throw is logged and changes nothing.
     */
    interface Listener {
        /** There is another view; also when only {@link View#formed()} has changed. */
        void changed(View now, Change change);

        /** A member seems to be gone: it closed its connections, or does not answer. No proof; a view without it may follow. */
        default void suspected(ClusterMember member) {}

        /**
         * The process of a member of the view has ended, as its machine says: nobody listens any more where it did. A view without it
         * follows soon. It is more than a suspicion, but no proof that leases could rest on.
         */
        default void ended(ClusterMember member) {}
    }

    /** Notice to a listener. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
