package io.keelson.muxer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import java.util.SplittableRandom;

/** A stream of pseudo-random bytes that can be sent in random pieces and told from any other. */
record RandomBytes(long seed, int size) {
    /** Writes it in pieces of 1 byte to half a megabyte, short ones more often. */
    void writeTo(OutputStream out) throws IOException {
        SplittableRandom bytes = new SplittableRandom(seed);
        Random pieces = new Random(~seed);
        for (int left = size; left > 0; ) {
            byte[] piece = new byte[Math.min(left, 1 + pieces.nextInt(1 << pieces.nextInt(20)))];
            for (int i = 0; i < piece.length; i++) {
                piece[i] = (byte) bytes.nextInt();
            }
            out.write(piece);
            out.flush();
            left -= piece.length;
        }
    }

    /** Reads as many; the index of the first byte that differs or is missing, -1 when all are right. */
    long firstDifference(InputStream in) throws IOException {
        SplittableRandom bytes = new SplittableRandom(seed);
        byte[] piece = new byte[1 << 17];
        for (long at = 0; at < size; ) {
            int count = in.read(piece, 0, (int) Math.min(piece.length, size - at));
            if (count < 0) {
                return at;
            }
            for (int i = 0; i < count; i++) {
                if (piece[i] != (byte) bytes.nextInt()) {
                    return at + i;
                }
            }
            at += count;
        }
        return -1;
    }
}
