package io.keelson.ejb.timer;

import io.keelson.kernel.spi.lease.Fence;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the rows of persistent timers of one application. Thread-safe.
 *
 * <ol>
 *   <li>What {@link #add}, {@link #put} and {@link #remove} did MUST be there after a crash once they have returned.
 *   <li>A row that cannot be read MUST be told in the log and left alone; the others are loaded.
 *   <li>{@link #put} MUST NOT bring back a row that was removed.
 *   <li>A store that servers share MUST refuse what carries the fence of a former owner, and MUST show in {@link #changes} everything that
 *       any server had been acknowledged before.
 * </ol>
 */
public interface TimerStore extends AutoCloseable {
    /** Returns true if several servers have these rows, one of which fires them. */
    default boolean shared() {
        return false;
    }

    /** Returns false while the store cannot be asked: the cluster is not there yet. */
    default boolean reachable() {
        return true;
    }

    /** The effect of {@link #put}. */
    enum Kept {
        /** The row is kept. */
        DONE,
        /** The row is not there any more. */
        GONE,
        /** Another server owns the timers by now. */
        FENCED
    }

    /**
     * Changes since the last answer.
     *
     * @param rows that were added or changed
     * @param present ids of all rows that are there, read or not
     */
    record Changes(List<TimerRow> rows, Set<String> present) {}

    /** Returns the rows that have changed since the last call; all of them at the first one. */
    Changes changes() throws IOException;

    /** Has the next call of {@link #changes} return all rows. */
    default void reset() {}

    /**
     * Adds a row.
     *
     * @return false if one with its id is there or has been: that one counts
     */
    boolean add(TimerRow row) throws IOException;

    /**
     * Puts a row in the place of the one with its id.
     *
     * @param fence of the owner of the timers; empty: the store is not shared, or the row is its maker's
     */
    Kept put(TimerRow row, Optional<Fence> fence) throws IOException;

    /** Removes a row; one that is not there is no error. */
    void remove(String id) throws IOException;

    /** Sets what is called when other servers have changed rows. It must not block. */
    default void onChange(@Nullable Runnable changed) {}

    @Override
    default void close() {}
}
