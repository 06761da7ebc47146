package io.keelson.kernel.spi.record;

/**
 * Tables of small records that a majority of the cluster's voters keeps on disk, in the log that decides leases. Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>A change that was acknowledged MUST be there as long as a majority of the voters has its disks.
 *   <li>A change with a fence MUST do nothing unless the lease of that name is owned in just that epoch at its place in the log.
 *   <li>A change that is decided twice, or late, MUST do nothing the second time.
 *   <li>An answer to {@link RecordTable#read} MUST hold everything that was acknowledged before it was asked.
 *   <li>No method blocks.
 * </ol>
 */
public interface ClusterRecords {
    /** The longest value of a record, in bytes. */
    int LONGEST_VALUE = 64 * 1024;

    /** The longest key of a record and name of a table, in characters. */
    int LONGEST_KEY = 256;

    /** Returns true if voters keep records: the server takes part in a cluster whose leases are decided by consensus. */
    boolean available();

    /** Returns true if a leader of the voters is known, so that an answer may be expected soon; it proves nothing. */
    boolean reachable();

    /**
     * Opens a table; it need not be there.
     *
     * @param name {@code space/name}; what stands before the slash counts records of several tables together
     * @param most how many records all tables of the space may have after an addition by this user
     * @param changed called when another server may have changed the table; on the thread of the leases, must not block
     * @throws IllegalStateException when records are not {@link #available}
     */
    RecordTable open(String name, int most, Runnable changed);
}
