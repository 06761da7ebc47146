package io.keelson.jms.store;

import java.util.Arrays;

/** Changes of frames that were read, in their order, in arrays: sixteen bytes for each. Confined to one thread at a time. */
final class FrameChanges {
    private long[] records = new long[64];
    private int[] places = new int[64];
    private int[] lengths = new int[64];
    private int count;

    /**
     * Appends a change.
     *
     * @param length less than 0 for a removal
     */
    void add(long record, int at, int length) {
        if (count == records.length) {
            records = Arrays.copyOf(records, 2 * count);
            places = Arrays.copyOf(places, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        records[count] = record;
        places[count] = at;
        lengths[count++] = length;
    }

    int count() {
        return count;
    }

    /** Makes the changes in an index, for records of a segment. */
    void load(RecordIndex index, Segment segment) {
        for (int i = 0; i < count; i++) {
            if (lengths[i] < 0) {
                index.unload(records[i]);
            } else {
                index.load(records[i], segment, places[i], lengths[i]);
            }
        }
    }
}
