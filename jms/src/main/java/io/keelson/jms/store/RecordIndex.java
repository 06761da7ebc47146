package io.keelson.jms.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Places of the records of a log, ten to fourteen bytes for each. Guarded by its owner. */
final class RecordIndex {
    private final RecordMap places = new RecordMap(3);

    /** By the lower half of the number: the segments that have records. */
    private final Map<Integer, Segment> segments = new HashMap<>();

    /** The segment of the record that was loaded last. */
    private @Nullable Segment loading;

    private final int[] scratch = new int[3];

    int size() {
        return places.size();
    }

    Segment.@Nullable Place get(long record) {
        return place(places.get(record));
    }

    /** Puts a record at a place. Returns where it was; null: nowhere. */
    Segment.@Nullable Place put(long record, Segment segment, int at, int length) {
        segments.putIfAbsent((int) segment.number, segment);
        return place(places.put(record, (int) segment.number, at, length));
    }

    /** Puts a record at a place; for many of them. */
    void load(long record, Segment segment, int at, int length) {
        if (loading != segment) {
            segments.putIfAbsent((int) segment.number, segment);
            loading = segment;
            scratch[0] = (int) segment.number;
        }
        scratch[1] = at;
        scratch[2] = length;
        places.set(record, scratch);
    }

    /** Removes a record, if it is there; for many of them. */
    void unload(long record) {
        places.discard(record);
    }

    /** Removes a record. Returns where it was; null: nowhere. */
    Segment.@Nullable Place remove(long record) {
        return place(places.remove(record));
    }

    private Segment.@Nullable Place place(int @Nullable [] values) {
        return values == null ? null : new Segment.Place(segment(values), values[1], values[2]);
    }

    private Segment segment(int[] values) {
        Segment segment = segments.get(values[0]);
        if (segment == null) {
            throw new IllegalStateException("a record is in the segment " + values[0] + ", which is gone");
        }
        return segment;
    }

    /** Forgets a segment in which no record is. */
    void forget(Segment segment) {
        segments.remove((int) segment.number);
        loading = null;
    }

    /** Returns the numbers of all records, the smallest first. */
    RecordNumbers records() {
        return places.numbers();
    }

    /** Takes the place of a record. */
    interface Visitor {
        /** Takes it. */
        void take(Segment segment, int at, int length);
    }

    /** Shows the place of each record. */
    void forEach(Visitor what) {
        Segment[] last = new Segment[1];
        places.forEach(values -> {
            Segment segment = last[0];
            if (segment == null || (int) segment.number != values[0]) {
                segment = segment(values);
                last[0] = segment;
            }
            what.take(segment, values[1], values[2]);
        });
    }
}
