package io.keelson.cluster.singleton;

import io.keelson.kernel.spi.membership.ClusterMember;

/**
 * One server's turn at a service: what became of an epoch of its lease. It only goes forward.
 *
 * @param epoch the epoch of the lease
 * @param member the server, and the run of it
 * @param stage how far it got
 * @param why why it began, or why it is over
 * @param atMillis when the stage was reached, by that server's wall clock: to be shown, never to decide
 */
record Turn(long epoch, ClusterMember member, Stage stage, String why, long atMillis) {
    /** Stages of a turn. The order is part of the wire's format. */
    enum Stage {
        /** {@code activate} is under way. */
        STARTING,
        /** Works. */
        ACTIVE,
        /** {@code activate} threw, or took too long. */
        FAILED,
        /** Was deactivated, or its lease was lost. */
        ENDED
    }

    /** Returns whether the server may still have the service. */
    boolean open() {
        return stage == Stage.STARTING || stage == Stage.ACTIVE;
    }
}
