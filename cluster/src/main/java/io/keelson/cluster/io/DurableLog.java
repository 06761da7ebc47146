package io.keelson.cluster.io;

import java.io.IOException;
import java.util.List;

/**
 * Records in the order in which they were written. What was appended before a {@link #sync} that returned survives
 * everything but the loss of the disk; of what came after it, a crash leaves some beginning. Used by one thread.
 *
 * <p>After the first {@link IOException} nothing is known of what the disk holds: whoever gets one must give up for good,
 * and every later call throws.
 */
public interface DurableLog extends AutoCloseable {
    /**
     * The records that are there, in order, without a torn one at the end. Called once, before anything else.
     *
     * @throws IOException when it cannot be read, or when a record that had been synced is damaged
     */
    List<byte[]> recover() throws IOException;

    /** Writes a record after the others. */
    void append(byte[] data) throws IOException;

    /** Returns when all that was appended is durable. */
    void sync() throws IOException;

    /** Puts these records in the place of all others, atomically and durably. */
    void replace(List<byte[]> records) throws IOException;

    /** Returns how many bytes its records take. */
    long size();

    @Override
    void close();
}
