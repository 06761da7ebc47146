package io.keelson.cluster.lease;

import org.jspecify.annotations.Nullable;

/**
 * State of a lease. It stays when nobody owns it, so that epochs go on.
 *
 * @param name the lease
 * @param epoch of the last grant; 0: it was never granted
 * @param counter of the renewals of this grant
 * @param owner who has it; null: nobody
 * @param durationMillis for how long a grant or renewal lasts
 */
public record LeaseRow(
        String name, long epoch, long counter, @Nullable Owner owner, long durationMillis) {
    /** Its state as others compare it. */
    Stamp stamp() {
        return new Stamp(name, epoch, counter);
    }

    /** Returns whether this state of the lease came after that one. */
    boolean isAfter(LeaseRow other) {
        return epoch != other.epoch ? epoch > other.epoch : counter > other.counter;
    }

    boolean ownedBy(Owner other) {
        return other.equals(owner);
    }

    LeaseRow granted(Owner to, long forMillis) {
        return new LeaseRow(name, epoch + 1, 0, to, forMillis);
    }

    LeaseRow renewed() {
        return new LeaseRow(name, epoch, counter + 1, owner, durationMillis);
    }

    LeaseRow free() {
        return new LeaseRow(name, epoch, counter + 1, null, durationMillis);
    }
}
