package io.keelson.kernel.spi;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Refuses effects of a lease that has been granted anew since: remembers the highest epoch seen of each name. Every place
 * where an effect of a lease lands (bindings, calls, timers, stores) has one. Thread-safe.
 *
 * <p>It remembers as long as it lives: what has to survive a restart keeps the epoch beside its data.
 */
public final class EpochFence {
    private final ConcurrentHashMap<String, Long> highest = new ConcurrentHashMap<>();

    /** Whether an effect of that epoch may land. Once an epoch has been admitted no lower one of the name is. */
    public boolean admit(String lease, long epoch) {
        return highest.merge(lease, epoch, Math::max) == epoch;
    }

    /** {@link #admit(String, long)} for what carries its lease with it. */
    public boolean admit(Fence fence) {
        return admit(fence.lease(), fence.epoch());
    }

    /** The highest epoch admitted so far; 0: none. */
    public long highest(String lease) {
        return highest.getOrDefault(lease, 0L);
    }
}
