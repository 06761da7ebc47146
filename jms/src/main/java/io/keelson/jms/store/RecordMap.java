package io.keelson.jms.store;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers of records with some integers of each, in arrays: two bytes for the number and two or four for each integer. For numbers that are
 * given in turn; a page of 1,024 numbers has at most four times the room that it needs. Not thread-safe.
 */
public final class RecordMap {
    private static final int BITS = 10;
    private static final int SPAN = 1 << BITS;
    private static final int LEAST = 8;

    /** Values of one kind in a page: as differences to one of them where all are small, else as they are. */
    private static final class Column {
        int base;
        char[] narrow = new char[LEAST];
        int @Nullable [] wide;

        int get(int at) {
            return wide == null ? base + narrow[at] : wide[at];
        }

        void set(int at, int value, int count) {
            if (wide == null && count == 0) {
                base = value;
            }
            long difference = (long) value - base;
            if (wide == null && (difference < 0 || difference > Character.MAX_VALUE)) {
                int[] all = new int[narrow.length];
                for (int i = 0; i < all.length; i++) {
                    all[i] = base + narrow[i];
                }
                wide = all;
                narrow = new char[0];
            }
            if (wide == null) {
                narrow[at] = (char) difference;
            } else {
                wide[at] = value;
            }
        }

        void move(int from, int to, int length) {
            Object values = wide == null ? narrow : wide;
            System.arraycopy(values, from, values, to, length);
        }

        void resize(int capacity) {
            if (wide == null) {
                narrow = Arrays.copyOf(narrow, capacity);
            } else {
                wide = Arrays.copyOf(wide, capacity);
            }
        }
    }

    /** The records of which the upper bits of the number are the same, in order. */
    private static final class Page {
        char[] keys = new char[LEAST];
        final Column[] columns;
        int count;

        Page(int width) {
            columns = new Column[width];
            for (int i = 0; i < width; i++) {
                columns[i] = new Column();
            }
        }

        /** Returns where a record is; where it is missing, -1 less the place that it would have. */
        int find(long record) {
            char key = (char) (record & (SPAN - 1));
            return count == 0 || keys[count - 1] < key ? -count - 1 : Arrays.binarySearch(keys, 0, count, key);
        }

        void insert(int at, long record) {
            if (count == keys.length) {
                resize(2 * count);
            }
            System.arraycopy(keys, at, keys, at + 1, count - at);
            for (Column each : columns) {
                each.move(at, at + 1, count - at);
            }
            keys[at] = (char) (record & (SPAN - 1));
        }

        void delete(int at) {
            count--;
            System.arraycopy(keys, at + 1, keys, at, count - at);
            for (Column each : columns) {
                each.move(at + 1, at, count - at);
            }
            if (keys.length > LEAST && count < keys.length / 4) {
                resize(keys.length / 2);
            }
        }

        private void resize(int capacity) {
            keys = Arrays.copyOf(keys, capacity);
            for (Column each : columns) {
                each.resize(capacity);
            }
        }
    }

    private final NavigableMap<Long, Page> pages = new TreeMap<>();
    private final int width;
    private int size;

    /** The page that was looked for last, and its key: records are mostly looked for in turn. */
    private @Nullable Page recent;

    private long recentKey;

    /**
     * An empty one.
     *
     * @param width how many integers each record has
     */
    public RecordMap(int width) {
        this.width = width;
    }

    /** Returns how many records there are. */
    public int size() {
        return size;
    }

    private @Nullable Page page(long record) {
        long key = record >> BITS;
        if (recent == null || recentKey != key) {
            recent = pages.get(key);
            recentKey = key;
        }
        return recent;
    }

    private Page pageMade(long record) {
        Page page = page(record);
        if (page == null) {
            page = new Page(width);
            pages.put(record >> BITS, page);
            recent = page;
        }
        return page;
    }

    /** Returns true if a record is there. */
    public boolean contains(long record) {
        Page page = page(record);
        return page != null && page.find(record) >= 0;
    }

    /** Returns the integers of a record; null where it is not there. */
    public int @Nullable [] get(long record) {
        Page page = page(record);
        int at = page == null ? -1 : page.find(record);
        return page == null || at < 0 ? null : values(page, at);
    }

    /** Returns the first integer of a record. */
    public int get(long record, int absent) {
        Page page = page(record);
        int at = page == null ? -1 : page.find(record);
        return page == null || at < 0 ? absent : page.columns[0].get(at);
    }

    private int[] values(Page page, int at) {
        int[] values = new int[width];
        for (int i = 0; i < width; i++) {
            values[i] = page.columns[i].get(at);
        }
        return values;
    }

    /** Puts a record. Returns the integers that it had; null: it was not there. */
    public int @Nullable [] put(long record, int... values) {
        Page page = pageMade(record);
        int at = page.find(record);
        int[] before = at < 0 ? null : values(page, at);
        set(page, at, record, values);
        return before;
    }

    /** Puts a record; for many of them, as nothing is allocated for one. */
    void set(long record, int[] values) {
        Page page = pageMade(record);
        set(page, page.find(record), record, values);
    }

    private void set(Page page, int found, long record, int[] values) {
        int at = found < 0 ? -found - 1 : found;
        if (found < 0) {
            page.insert(at, record);
        }
        for (int i = 0; i < width; i++) {
            page.columns[i].set(at, values[i], found < 0 ? page.count : 1);
        }
        if (found < 0) {
            page.count++;
            size++;
        }
    }

    /** Removes a record. Returns the integers that it had; null: it was not there. */
    public int @Nullable [] remove(long record) {
        Page page = page(record);
        int at = page == null ? -1 : page.find(record);
        if (page == null || at < 0) {
            return null;
        }
        int[] before = values(page, at);
        delete(page, at, record);
        return before;
    }

    /** Removes a record, if it is there; nothing is allocated for it. */
    void discard(long record) {
        Page page = page(record);
        int at = page == null ? -1 : page.find(record);
        if (page != null && at >= 0) {
            delete(page, at, record);
        }
    }

    private void delete(Page page, int at, long record) {
        page.delete(at);
        size--;
        if (page.count == 0) {
            pages.remove(record >> BITS);
            recent = null;
        }
    }

    /** Returns the smallest number of a record that is greater than a number; that number where there is none. */
    long higher(long number) {
        Page page = page(number + 1);
        int at = page == null ? 0 : page.find(number + 1);
        at = at < 0 ? -at - 1 : at;
        if (page != null && at < page.count) {
            return ((number + 1 >> BITS) << BITS) + page.keys[at];
        }
        Map.Entry<Long, Page> next = pages.higherEntry(number + 1 >> BITS);
        return next == null ? number : (next.getKey() << BITS) + next.getValue().keys[0];
    }

    /** Takes the integers of a record. */
    interface Visitor {
        /** Takes them; the array has others afterwards. */
        void take(int[] values);
    }

    /** Shows the integers of all records, that with the smallest number first. */
    void forEach(Visitor visitor) {
        int[] values = new int[width];
        for (Page page : pages.values()) {
            for (int i = 0; i < page.count; i++) {
                for (int column = 0; column < width; column++) {
                    values[column] = page.columns[column].get(i);
                }
                visitor.take(values);
            }
        }
    }

    /** Returns the numbers of all records, the smallest first. */
    public RecordNumbers numbers() {
        RecordNumbers.Builder all = new RecordNumbers.Builder();
        for (Map.Entry<Long, Page> each : pages.entrySet()) {
            Page page = each.getValue();
            for (int i = 0; i < page.count; i++) {
                all.add((each.getKey() << BITS) + page.keys[i]);
            }
        }
        return all.build();
    }
}
