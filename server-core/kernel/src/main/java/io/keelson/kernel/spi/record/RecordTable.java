package io.keelson.kernel.spi.record;

import io.keelson.kernel.spi.lease.Fence;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A table of records. Changes by one user are decided in the order of their calls. Stages complete on the thread of the leases, and
 * exceptionally with an {@link java.io.IOException} when no majority has answered in time; then the change may still come. Thread-safe.
 */
public interface RecordTable extends AutoCloseable {
    /**
     * A record.
     *
     * @param key unique in the table
     * @param version grows with each change of the table
     * @param value its bytes
     */
    record Entry(String key, long version, byte[] value) {}

    /** A change of a table. */
    sealed interface Change {
        /** Returns the key. */
        String key();

        /** Adds a record whose key neither is there nor was removed lately. */
        record Add(String key, byte[] value) implements Change {}

        /** Puts a value in the place of the one of that version. */
        record Replace(String key, long version, byte[] value) implements Change {}

        /** Removes a record, also one that is not there. */
        record Remove(String key) implements Change {}
    }

    /** The effect of a change. */
    enum Result {
        /** Is done, perhaps by an earlier copy of the change. */
        DONE,
        /** Nothing was done: a record to be added is there with another value, or one to be replaced has another version. */
        CONFLICT,
        /** Nothing was done: the record is not there, or was removed before it was to be added. */
        GONE,
        /** Nothing was done: the space is full. */
        FULL,
        /** Nothing was done: the fence's lease is not owned in its epoch. */
        FENCED
    }

    /**
     * The outcome of a change.
     *
     * @param result what was done
     * @param version of the record now; 0: there is none
     */
    record Outcome(Result result, long version) {}

    /**
     * Changes of a table since a version.
     *
     * @param version of the table now
     * @param whole true if {@code changed} is all that there is
     * @param changed records that were added or changed
     * @param removed keys of records that were removed
     */
    record Delta(long version, boolean whole, List<Entry> changed, List<String> removed) {
        public Delta {
            changed = List.copyOf(changed);
            removed = List.copyOf(removed);
        }
    }

    /** Has a change decided. */
    CompletionStage<Outcome> change(Change change, Optional<Fence> fence);

    /**
     * Reads what has changed.
     *
     * @param since the version that the caller has; 0: nothing
     */
    CompletionStage<Delta> read(long since);

    /** Ends the use of the table; its records stay. */
    @Override
    void close();
}
