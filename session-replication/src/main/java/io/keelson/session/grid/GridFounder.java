package io.keelson.session.grid;

import io.keelson.kernel.spi.membership.ClusterMember;
import io.keelson.session.grid.GridConnector.Grid;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** Founds a grid among the servers of the cluster themselves, as the part {@code infinispan} does. A service of that part; thread-safe. */
public interface GridFounder {
    /**
     * Opens a grid on this server and the others that have one, in the background. Whoever gets it closes it.
     *
     * @param listener is told why it cannot be opened, while that is so
     */
    Embedded found(Bond bond, Plan plan, OpeningAttempts.Listener listener);

    /**
     * Plan of a grid.
     *
     * @param owners how many servers have each session
     * @param requestTimeout how long something may take
     * @param startTimeout how long a server that sees too few others waits before it begins a grid
     */
    record Plan(int owners, Duration requestTimeout, Duration startTimeout) {}

    /** A grid on this server. Thread-safe. */
    interface Embedded extends Grid {
        /** Waits until it can be used, but for so long only. */
        void awaitReady(Duration longest);

        /** Leaves, when each session has its owners again that others have left before, but waits for so long only. */
        void leave(Duration longest);

        /** Returns what management shows. */
        EmbeddedGridRuntime state();
    }

    /** Progress of a server with its grid. The order is that on the wire. */
    enum Standing {
        /** Has none. */
        OUT,
        /** Wants one, and waits until it may enter. */
        WAITING,
        /** Enters, or founds one. */
        ENTERING,
        /** Is in the channel of the grid. */
        CONNECTED,
        /** Has sessions of the grid. */
        READY
    }

    /**
     * Another server of the cluster.
     *
     * @param coordinates whether it is the one in the grid that lets others in
     */
    record Peer(ClusterMember member, Standing standing, boolean coordinates) {}

    /**
     * Knowledge of the cluster about the servers with a grid, and the way to them: the cluster's own channel.
     * Thread-safe; only {@link #await} blocks.
     */
    interface Bond {
        /** This server as a member. */
        ClusterMember self();

        /** The other servers of the cluster's view that have said how far they are. */
        List<Peer> peers();

        /** Servers that the cluster had in its view and has no more. */
        Set<ClusterMember> gone();

        /** Returns whether this server may enter now; from then on it counts as {@link Standing#ENTERING}. */
        boolean mayEnter(boolean alone);

        /** Says how far this server is. */
        void tell(Standing standing);

        /** Says whether this server lets others in. */
        void coordinates(boolean yes);

        /**
         * Counts how often what this server has may have been old: it was paused, or parts of the cluster came together. What was done
         * while that did not change was done on what is in force; -1 while it is not known.
         */
        long doubts();

        /** Sends something to another server; to one that is not there it does nothing. */
        void send(ClusterMember to, byte[] frame, int offset, int length);

        /**
         * Sets who says in a number how the sessions are spread now; servers with the same number have it the same. 0: that is just being
         * settled.
         */
        void marks(LongSupplier mark);

        /** Sets who hears; one. */
        void hear(Listener listener);

        /** Waits until something has changed, but for so long only. */
        void await(Duration longest);
    }

    /** Hears what comes; on threads of the cluster, must not block. */
    interface Listener {
        /** Another server has sent something: what begins at {@code offset}. */
        void frame(ClusterMember from, byte[] bytes, int offset);

        /** Somebody has come, gone, or come further; also called from time to time. */
        void changed();
    }
}
