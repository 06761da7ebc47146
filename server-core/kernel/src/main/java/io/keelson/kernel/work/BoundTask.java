package io.keelson.kernel.work;

import org.jspecify.annotations.Nullable;

/**
 * A piece of work with constraints. It remembers those that it was accepted under, so that a change of the configuration
 * meanwhile takes nothing from one and gives it to another. Handed from thread to thread, never used by two at once.
 */
final class BoundTask extends Task {
    private final @Nullable SharedCapacity capacity;
    private final @Nullable Entrance entrance;
    private final @Nullable MinThreads minThreads;
    private long charge = Flow.UNCHARGED;
    private boolean counted;

    /** A piece that has its place in {@code capacity} too. */
    BoundTask(
            Lane lane,
            Runnable body,
            @Nullable SharedCapacity capacity,
            @Nullable Entrance entrance,
            @Nullable MinThreads minThreads) {
        super(lane, body);
        this.capacity = capacity;
        this.entrance = entrance;
        this.minThreads = minThreads;
    }

    /**
     * The way into a max-threads constraint.
     *
     * @param constraint the constraint
     * @param flow the queue of the lane before it
     */
    record Entrance(MaxThreads constraint, Flow flow) {}

    @Nullable
    Entrance entrance() {
        return entrance;
    }

    @Nullable
    MinThreads minThreads() {
        return minThreads;
    }

    /** Notes what was charged to the queue before the constraint. */
    void charged(long nanos) {
        charge = nanos;
    }

    /** Returns whether how long it runs must be measured. */
    boolean measured() {
        return charge != Flow.UNCHARGED;
    }

    /** Counts the piece as running for its min-threads constraint, unless it was chosen for the sake of that. */
    void begins() {
        if (minThreads != null && !counted) {
            counted = true;
            minThreads.begin();
        }
    }

    /** Says that its min-threads constraint has counted it. */
    void counted() {
        counted = true;
    }

    /** Gives back everything but the place in the work manager. */
    void ended(long tookNanos) {
        if (minThreads != null && counted) {
            minThreads.end();
        }
        if (capacity != null) {
            capacity.release();
        }
        if (entrance != null) {
            if (charge != Flow.UNCHARGED) {
                entrance.flow().settle(charge, tookNanos);
            }
            entrance.constraint().leave();
        }
    }
}
