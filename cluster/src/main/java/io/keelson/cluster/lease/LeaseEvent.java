package io.keelson.cluster.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Events that a {@link LeaseMachine} takes. */
public sealed interface LeaseEvent {
    /** This server wants a name. */
    record Claimed(String name) implements LeaseEvent {}

    /** This server does not want a name any more. */
    record Unclaimed(String name) implements LeaseEvent {}

    /** The holder has seen the lease end, by the same clocks, before the machine did. */
    record Doubted(String name, long epoch) implements LeaseEvent {}

    /** Time has passed. */
    record Tick() implements LeaseEvent {}

    /** A message has come. */
    record Delivered(String from, LeaseMessage message) implements LeaseEvent {}

    /** A server is gone, or seems to be. */
    record Lost(String server) implements LeaseEvent {}

    /** A server can be reached. */
    record Found(String server) implements LeaseEvent {}

    /** The process table says that an owner's process is gone. */
    record ProvenDead(Owner owner) implements LeaseEvent {}

    /** The log has decided something here, and these rows are now so. */
    record Applied(List<LeaseRow> rows) implements LeaseEvent {
        public Applied {
            rows = List.copyOf(rows);
        }
    }

    /** The log has put another table in the place of the old one here: a snapshot. */
    record Restored(List<LeaseRow> rows) implements LeaseEvent {
        public Restored {
            rows = List.copyOf(rows);
        }
    }

    /**
     * The log's leader has changed, as far as this voter knows.
     *
     * @param leading whether this server believes that it leads; it may be wrong, so nothing is granted on it
     * @param leader who leads; null: it does not know
     */
    record Leadership(boolean leading, @Nullable String leader) implements LeaseEvent {}

    /** A command that was proposed here has been decided. */
    record Decided(long ticket, LeaseResult result) implements LeaseEvent {}

    /** Unknown: a command may have been decided, or may be later. */
    record NotDecided(long ticket) implements LeaseEvent {}
}
