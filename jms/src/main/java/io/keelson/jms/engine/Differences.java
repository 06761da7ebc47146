package io.keelson.jms.engine;

import java.util.Arrays;

/**
 * Numbers as differences to the one before, seven bits a byte, the upper bit set where more follow: a byte or two for each where they are
 * near one another. Not thread-safe.
 */
final class Differences {
    /** Bytes that one difference takes at most. */
    private static final int MOST = 10;

    private byte[] bytes = {};
    private int length;
    private int count;
    private long last;

    /** Appends a number. */
    void add(long number) {
        long difference = number - last;
        long left = difference << 1 ^ difference >> 63; // small ones are short, also below zero
        if (bytes.length < length + MOST) {
            bytes = Arrays.copyOf(bytes, bytes.length + Math.max(2 * MOST, bytes.length / 2));
        }
        while ((left & ~0x7fL) != 0) {
            bytes[length++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[length++] = (byte) left;
        last = number;
        count++;
    }

    /** Returns the numbers in the order in which they were added. */
    long[] all() {
        long[] all = new long[count];
        int at = 0;
        long number = 0;
        for (int i = 0; i < count; i++) {
            long difference = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                difference |= (long) (part & 0x7f) << shift;
                shift += 7;
            } while (part < 0);
            number += difference >>> 1 ^ -(difference & 1);
            all[i] = number;
        }
        return all;
    }

    /** Gives room back that is not used. */
    void trim() {
        if (bytes.length > length + 64) {
            bytes = Arrays.copyOf(bytes, length);
        }
    }
}
