package io.keelson.kernel.spi.lease;

/**
 * The lease under which something is done. What carries a lower epoch than one that was seen for the same lease is stale and is
 * refused. Immutable.
 *
 * @param lease the name of the lease
 * @param epoch grows with each owner of the lease; 0 or more
 */
public record Fence(String lease, long epoch) {
    public Fence {
        if (lease.isEmpty() || epoch < 0) {
            throw new IllegalArgumentException(
                    "a fence has the name of a lease and an epoch of 0 or more, not '" + lease + "' and " + epoch);
        }
    }

    /** Returns whether this is of the same lease as the other and of an earlier owner. */
    public boolean olderThan(Fence other) {
        return lease.equals(other.lease) && epoch < other.epoch;
    }

    @Override
    public String toString() {
        return lease + "@" + epoch;
    }
}
