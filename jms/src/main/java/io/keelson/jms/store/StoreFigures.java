package io.keelson.jms.store;

/**
 * Figures of a store at this moment.
 *
 * @param records kept
 * @param liveBytes of the records
 * @param totalBytes on the disk
 * @param batches written since it was opened
 * @param writes that took several batches together
 * @param failure why it takes no batches any more; empty: it does
 */
public record StoreFigures(long records, long liveBytes, long totalBytes, long batches, long writes, String failure) {}
