package io.keelson.cluster.lease;

import io.keelson.kernel.spi.lease.LeaseLoss;

/** Effects that a {@link LeaseMachine} asks for, to be carried out in this order. */
public sealed interface LeaseAction {
    /** Send a message. */
    record Send(String to, LeaseMessage message) implements LeaseAction {}

    /** Send a message to every other server. */
    record Broadcast(LeaseMessage message) implements LeaseAction {}

    /** Have the log decide a command, and say so with the ticket. */
    record Propose(long ticket, LeaseCommand command) implements LeaseAction {}

    /** A claim has been granted. */
    record Grant(String name, long epoch, LeaseTerm term) implements LeaseAction {}

    /** A lease has been renewed: it holds for a new term. */
    record Extend(String name, long epoch, LeaseTerm term) implements LeaseAction {}

    /** A lease has ended. */
    record Lose(String name, long epoch, LeaseLoss why) implements LeaseAction {}

    /** A claim is over: another may have the name. */
    record Gone(String name) implements LeaseAction {}

    /** Look into the process table whether the owner's process is gone. */
    record Prove(Owner owner) implements LeaseAction {}

    /** The log offers an epoch below one that was seen before: its history has been lost. It was refused. */
    record RefuseEpoch(String name, long epoch, long seen) implements LeaseAction {}
}
