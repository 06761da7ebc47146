package io.keelson.jms.store;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import java.util.NoSuchElementException;
import java.util.PrimitiveIterator;

/**
 * Numbers of records, the smallest first, as ranges: two to four bytes for each range, as numbers that were given in turn have few gaps.
 * Immutable.
 */
public final class RecordNumbers implements Iterable<Long> {
    /** No number. */
    public static final RecordNumbers NONE = new Builder().build();

    /** For each range the gap before it, less one, and how many more numbers follow the first one. */
    private final byte[] ranges;

    private final long first;
    private final long last;
    private final int size;

    private RecordNumbers(byte[] ranges, long first, long last, int size) {
        this.ranges = ranges;
        this.first = first;
        this.last = last;
        this.size = size;
    }

    /** Returns numbers that come in their order. */
    public static RecordNumbers of(Iterable<Long> ascending) {
        Builder all = new Builder();
        ascending.forEach(all::add);
        return all.build();
    }

    /** Takes numbers one after the other. Not thread-safe. */
    public static final class Builder {
        private final ByteWriter ranges = new ByteWriter(64);
        private long first;
        private long last;
        private long begin;
        private long gap;
        private int size;

        /** Adds a number that is greater than those before. */
        public void add(long number) {
            if (size == 0) {
                first = number;
                begin = number;
            } else if (number <= last) {
                throw new IllegalArgumentException(number + " comes after " + last);
            } else if (number != last + 1) {
                end();
                gap = number - last - 1;
                begin = number;
            }
            last = number;
            size++;
        }

        private void end() {
            ranges.putSmall(gap).putSmall(last - begin);
        }

        /** Returns the numbers. */
        public RecordNumbers build() {
            if (size > 0) {
                end();
            }
            return new RecordNumbers(ranges.toBytes(), first, last, size);
        }
    }

    /** Returns how many there are. */
    public int size() {
        return size;
    }

    /** Returns true if there is none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /**
     * Returns the greatest.
     *
     * @throws NoSuchElementException where there is none
     */
    public long last() {
        if (size == 0) {
            throw new NoSuchElementException();
        }
        return last;
    }

    /** Returns how many bytes they take. */
    int bytes() {
        return ranges.length;
    }

    @Override
    public PrimitiveIterator.OfLong iterator() {
        return new PrimitiveIterator.OfLong() {
            private final ByteReader in = new ByteReader(ranges);
            private long next = first;
            private long left;

            @Override
            public boolean hasNext() {
                return left > 0 || in.left() > 0;
            }

            @Override
            public long nextLong() {
                if (left > 0) {
                    left--;
                    return next++;
                }
                if (in.left() == 0) {
                    throw new NoSuchElementException();
                }
                next += in.getSmall();
                left = in.getSmall();
                return next++;
            }
        };
    }
}
