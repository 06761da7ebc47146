package io.keelson.jms.store;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import org.jspecify.annotations.Nullable;

/**
 * A store of numbered records, of one owner. Thread-safe once it was opened.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>A batch MUST be kept whole or not at all, whatever happens.
 *   <li>A completion MUST be called exactly once, without an error only after the batch is kept as the store promises.
 *   <li>Batches MUST be kept, and completed, in the order in which they were given.
 *   <li>{@link #append} MUST NOT wait for the disk. Completions come on a thread of the store, or on the caller's where the store is
 *       closed.
 *   <li>After a crash {@link #open} MUST find every batch that was completed without an error. It may find batches that were not
 *       completed, or
 *       completed with an error, each whole; of those that were not, none without all that were given before it.
 *   <li>What was cut off in the middle of a write MUST be removed, and {@link Recovered#cut} says so. Anything else that is damaged MUST
 *       fail
 *       {@link #open} with the place.
 *   <li>A store that was opened with a greater epoch MUST NOT be opened with a smaller one.
 *   <li>Once a write could not be made sure of, every later batch MUST fail.
 *   <li>What is removed MUST give its room back without keeping batches from being written.
 *   <li>{@link #read} MUST return a record as the last batch has put it that was completed without an error, on any thread, also while
 *       batches are written and room is given back. It MUST NOT need more memory than that record.
 * </ol>
 */
public interface MessageStore extends AutoCloseable {
    /** A change of one record. */
    sealed interface Change {
        /** Returns the number of the record. */
        long record();
    }

    /**
     * Keeps a record; one of the same number is replaced.
     *
     * @param bytes must not be changed any more
     */
    record Put(long record, byte[] bytes) implements Change {}

    /** Removes a record, if it is there. */
    record Remove(long record) implements Change {}

    /** Is told that a batch is kept. Must not block. */
    interface Completion {
        /**
         * Says that the batch is kept, or is not.
         *
         * @param error why the batch may not be kept; null: it is
         */
        void done(@Nullable IOException error);
    }

    /**
     * Content that a store had when it was opened.
     *
     * @param records the numbers of the records, the smallest first, which {@link MessageStore#read} returns
     * @param cut says what was cut off of an unfinished write; null: nothing
     */
    record Recovered(RecordNumbers records, @Nullable String cut) {}

    /**
     * Opens the store, before anything else.
     *
     * @param epoch that of the owner's lease; 0: one more than the last
     * @throws IOException when it belongs to somebody else, is damaged or cannot be read; says where
     */
    Recovered open(long epoch) throws IOException;

    /**
     * Returns a record; null where there is none. Waits for the disk.
     *
     * @throws IOException when it cannot be read
     */
    byte @Nullable [] read(long record) throws IOException;

    /**
     * Returns several records, without those that are not there. Waits for the disk. For records that fit into memory together.
     *
     * @param records their numbers, the smallest first
     * @throws IOException when one of them cannot be read
     */
    default Map<Long, byte[]> read(long[] records) throws IOException {
        Map<Long, byte[]> found = new HashMap<>();
        for (long each : records) {
            byte[] bytes = read(each);
            if (bytes != null) {
                found.put(each, bytes);
            }
        }
        return found;
    }

    /** Takes records. */
    interface Receiver {
        /**
         * Takes one.
         *
         * @param bytes null: the record is not there
         */
        void take(long record, byte @Nullable [] bytes) throws IOException;
    }

    /**
     * Shows records one after the other, as {@link #read} returns them. Waits for the disk. Needs memory for the greatest of them and a few
     * mebibytes.
     *
     * @param records their numbers, the smallest first
     * @throws IOException when one of them cannot be read, or the receiver throws it
     */
    default void readEach(PrimitiveIterator.OfLong records, Receiver receiver) throws IOException {
        while (records.hasNext()) {
            long next = records.nextLong();
            receiver.take(next, read(next));
        }
    }

    /** Returns the numbers of the records that are kept now. A call from a completion sees its batch. */
    RecordNumbers records();

    /** Keeps a batch of changes. An empty one completes when all before it have. */
    void append(List<Change> batch, Completion completion);

    /** Returns what the store does now. */
    StoreFigures figures();

    /** Completes what was given, and closes. Batches that are given later fail. */
    @Override
    void close();
}
