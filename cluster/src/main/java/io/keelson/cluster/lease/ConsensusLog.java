package io.keelson.cluster.lease;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A log that a majority of voters keeps, behind which stands somebody else's library. One per voter; every method but
 * {@link #delivered} is called on the node's thread, and everything that it calls back comes on it.
 *
 * <p>An implementation MUST hold these; {@code ConsensusLogContractTest} checks them:
 *
 * <ol>
 *   <li>An operation that has been acknowledged MUST be durable on a majority, and MUST be applied everywhere, once, in
 *       the same order. One that failed {@link Undecided} may still be applied later.
 *   <li>An answer to {@link #read} MUST hold everything that was acknowledged before it was asked. Neither role nor a
 *       lease of the leader proves that: a majority MUST have been heard since.
 *   <li>The first {@link java.io.IOException} of the store MUST stop the voter for good: nothing is sent, acknowledged or
 *       voted for any more.
 *   <li>Nothing MUST block but the store's writes.
 * </ol>
 */
public interface ConsensusLog extends LeaseBasis {
    /** Has an operation decided; the result is what {@link Applier#apply} returned for it here. Fails {@link Undecided}. */
    @Override
    CompletionStage<byte[]> append(byte[] operation);

    /** Asks the state, linearizably: {@link Applier#read} on the leader. Fails {@link Undecided}. */
    CompletionStage<byte[]> read(byte[] question);

    /** Makes a server a voter, or takes the vote from it. Only on the leader, one at a time. Fails {@link Undecided}. */
    CompletionStage<Set<String>> change(String voter, boolean votes);

    /** Hands leadership to another voter, as before an orderly stop. Fails {@link Undecided}. */
    CompletionStage<?> handOver(String voter);

    /** The voters, by the ids under which they vote, as far as is decided here. */
    Set<String> voters();

    /** The voters that have answered this one since it leads, by their ids: they have a log. Empty where it does not lead. */
    Set<String> followers();

    /** Returns whether this voter believes that it leads; it may be wrong. */
    boolean leads();

    /** Returns whether this voter leads, or has heard who does; it may be wrong. */
    boolean knowsLeader();

    /**
     * Returns whether it has been decided, as far as is known here, that this voter votes no more: it takes no part any more, though it may
     * be wanted again.
     */
    boolean removed();

    /**
     * Returns true if this voter knows of a group that has decided anything, or has promised anything itself: somebody
     * leads, or it has voted. False in the first moments of a cluster.
     */
    boolean established();

    /** State that the log decides about. Called on the node's thread; must not block, throw, or read a clock. */
    interface Applier {
        /** Applies what has been decided, at that place in the log. */
        byte[] apply(long index, byte[] operation);

        /** Answers a question; changes nothing. */
        byte[] read(byte[] question);

        /** All of the state, in pieces that each fit a message. */
        List<byte[]> snapshot();

        /** Puts the state of a snapshot in the place of its own. */
        void restore(List<byte[]> pieces);
    }

    /** Hears what becomes of the voter. Called on the node's thread. */
    interface Listener {
        /**
         * The leader has changed, as far as is known here.
         *
         * @param leader the id under which it votes; null: not known
         */
        void leads(boolean here, @Nullable String leader);

        /** The voter has stopped for good, because its store failed. It may join again under a new id, with a new log. */
        void halted(Exception cause);
    }

    /** An operation was not decided, or it is not known. */
    final class Undecided extends Exception {
        private static final long serialVersionUID = 1;

        private final @Nullable String leader;

        /** Not decided here; {@code leader} is the id of who leads, where it is known. */
        public Undecided(String message, @Nullable String leader, @Nullable Throwable cause) {
            super(message, cause);
            this.leader = leader;
        }

        /** The id of who leads; null: not known. */
        public @Nullable String leader() {
            return leader;
        }
    }
}
