package io.keelson.cluster.lease;

import java.util.List;

/**
 * Changes of the table. Each is conditional on the state that its sender has seen, so that one which is decided twice,
 * or late, does nothing the second time. An undecided command may be sent again.
 */
public sealed interface LeaseCommand {
    /** Wants a free name whose last epoch was {@code afterEpoch}. */
    record Acquire(String name, Owner owner, long afterEpoch, long durationMillis) implements LeaseCommand {}

    /** Renews the grants of an owner: names with the epochs that it was given. */
    record Renew(Owner owner, List<Grant> grants) implements LeaseCommand {
        public Renew {
            grants = List.copyOf(grants);
        }
    }

    /** Gives a name back. */
    record Release(String name, Owner owner, long epoch) implements LeaseCommand {}

    /** Takes names from their owners, where they are still as they were seen. */
    record Expire(List<Stamp> stamps) implements LeaseCommand {
        public Expire {
            stamps = List.copyOf(stamps);
        }
    }

    /** A name and the epoch of its grant. */
    record Grant(String name, long epoch) {}
}
