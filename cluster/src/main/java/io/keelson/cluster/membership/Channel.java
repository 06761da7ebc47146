package io.keelson.cluster.membership;

import io.keelson.kernel.spi.membership.ClusterMember;
import java.io.IOException;
import java.util.List;

/** The channel as its owner sees it: it joins, and leaves. */
public interface Channel extends Group, AutoCloseable {
    /**
     * Joins the cluster, alone where nobody is found; returns when there is a view. May be called again when it has thrown.
     *
     * @throws RefusedException when a member did not let it join
     * @throws IOException when it cannot listen, or the stack cannot start
     */
    void connect() throws RefusedException, IOException;

    /**
     * Other servers are expected from now on: those that are new are looked for too. A channel that finds members by other means need not
     * know.
     */
    default void expect(Roster next) {}

    /** Leaves and releases everything; a {@link #connect} under way ends. May take some seconds. */
    @Override
    void close();

    /** Makes a channel; it takes no resource yet. */
    @FunctionalInterface
    interface Factory {
        Channel make(Roster roster, Listener listener);
    }

    /** Hears of the channel, one call at a time, on its threads; must not block. */
    interface Listener {
        /**
         * There is another view.
         *
         * @param creator the member that made the view; views of one number on two sides of a partition differ in it
         * @param members the members, the coordinator first
         * @param parts the members of the views that came together; empty unless it is a merge
         */
        void view(long number, ClusterMember creator, List<ClusterMember> members, List<List<ClusterMember>> parts);

        /** A member does not answer. */
        void suspected(ClusterMember member);

        /** Its process has ended: where it listened nobody does. It may still be in the view; one without it follows. */
        default void ended(ClusterMember member) {}

        /** Something came of a peer that did not prove to be a server of this cluster. May be called often, by any thread. */
        default void stranger() {}

        /** A server wanted to join, or to merge, and was turned away. */
        void refused(String who, String why);
    }

    /** The members of the cluster do not let this server join. The message says why. */
    final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;

        private final boolean passing;

        public RefusedException(String why, boolean passing, Throwable cause) {
            super(why, cause);
            this.passing = passing;
        }

        /** Returns whether the reason is expected to be gone soon, with nobody's help: an earlier run of this server leaves just now. */
        public boolean passing() {
            return passing;
        }
    }
}
