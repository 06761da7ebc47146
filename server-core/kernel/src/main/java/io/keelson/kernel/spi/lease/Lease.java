package io.keelson.kernel.spi.lease;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * A name that this server owns for a limited time: (name, owner, epoch, duration). Renewed behind the scenes until it is
 * released or lost; what is lost never comes back, a later grant is another lease with a higher epoch.
 *
 * <p>No two leases of one name overlap in real time. What the holder does outside is not stopped by that: Java cannot
 * stop code between its last check and its effect, so after a pause a holder may run as far as its next check. An effect
 * is safe where it carries the {@link #epoch()} and the place where it lands refuses lower ones (see {@link Fence}).
 *
 * <p>Implementations are thread-safe; no method blocks.
 */
public interface Lease {
    /** Returns what is owned. */
    String name();

    /** The name of the server that owns it: this one. */
    String owner();

    /** Grows with every grant of the name, also over restarts of every server. At least 1. */
    long epoch();

    /** Returns what an effect of this lease carries, so that it can be told from those of earlier owners. */
    default Fence fence() {
        return new Fence(name(), epoch());
    }

    /** For how long a grant or renewal lasts at most: 2 to 60 seconds. */
    Duration duration();

    /**
     * Returns true while the lease is held, by the owner's own clocks. The time counts from before the last renewal was sent and is
     * shortened by the drift bound. The lease is also lost when wall and monotonic time have jumped apart. Once false, always false.
     */
    boolean stillMine();

    /**
     * {@link #stillMine()} for those who would throw.
     *
     * @throws LeaseLostException when it is not
     */
    default void check() throws LeaseLostException {
        if (!stillMine()) {
            throw new LeaseLostException(name(), epoch());
        }
    }

    /**
     * Opens a section of work under the lease. An orderly release waits for open sections; a loss does not.
     *
     * @throws LeaseLostException when the lease is not held any more, or is being released
     */
    LeaseGuard guard() throws LeaseLostException;

    /**
     * Calls back once when the lease ends, for whatever reason; at once when it has ended. The call comes on the thread of
     * the leases, or the caller's: it must not block.
     */
    void onLoss(Consumer<LeaseLoss> listener);
}
