package io.keelson.jms.store;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Places of the records of a log, ten to fourteen bytes for each. Guarded by its owner. */
final class RecordIndex {
    private final RecordMap places = new RecordMap(3);

    /** By the lower half of the number: the segments that have records. */
    private final Map<Integer, Segment> segments = new HashMap<>();

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
    }

    /** Returns the numbers of all records, the smallest first. */
    long[] records() {
        return places.numbers();
    }

    /** Shows the place of each record. */
    void forEach(Consumer<Segment.Place> what) {
        places.forEach(values -> what.accept(new Segment.Place(segment(values), values[1], values[2])));
    }
}
