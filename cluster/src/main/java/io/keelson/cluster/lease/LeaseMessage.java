package io.keelson.cluster.lease;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages between servers about leases. */
public sealed interface LeaseMessage {
    /** Asks a voter to have a command decided. The number is the asker's own. */
    record Request(long number, LeaseCommand command) implements LeaseMessage {}

    /** The command has been decided. */
    record Reply(long number, LeaseResult result) implements LeaseMessage {}

    /**
     * The command has not been decided here: the voter does not lead, or does not know the outcome.
     *
     * @param leader who leads as far as it knows; null: it does not know
     */
    record Undecided(long number, @Nullable String leader) implements LeaseMessage {}

    /** Rows that have changed, from the leader to everybody. News only; they prove nothing. */
    record Changed(List<LeaseRow> rows) implements LeaseMessage {
        public Changed {
            rows = List.copyOf(rows);
        }
    }

    /** Asks the leader for all rows, as after a start. */
    record Tell() implements LeaseMessage {}

    /** A server on the same machine has seen in the process table that an owner's process is gone. */
    record Died(Owner owner) implements LeaseMessage {}
}
