package io.keelson.muxer.internal;

import java.util.Arrays;

/**
 * Completions that were taken from the ring and not handled yet, in their order. A handler may make more of them, and may
 * have those of a channel taken out of turn: hence a queue of its own instead of the ring.
 */
final class Completions {
    private long[] data = new long[256];
    private int[] results = new int[256];
    private int[] flags = new int[256];
    private int next;
    private int end;

    void add(long of, int result, int flag) {
        if (end == data.length) {
            int more = end * 2;
            data = Arrays.copyOf(data, more);
            results = Arrays.copyOf(results, more);
            flags = Arrays.copyOf(flags, more);
        }
        data[end] = of;
        results[end] = result;
        flags[end++] = flag;
    }

    boolean isEmpty() {
        return next == end;
    }

    /** Passes over the next one, whose index is returned; -1 when there is none. */
    int poll() {
        if (next == end) {
            next = 0;
            end = 0;
            return -1;
        }
        return next++;
    }

    /** The first that was not passed over. */
    int next() {
        return next;
    }

    /** One after the last. */
    int end() {
        return end;
    }

    long data(int index) {
        return data[index];
    }

    int result(int index) {
        return results[index];
    }

    int flags(int index) {
        return flags[index];
    }

    /** Has been handled out of turn. */
    void forget(int index) {
        data[index] = 0;
    }
}
