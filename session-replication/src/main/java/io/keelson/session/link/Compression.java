package io.keelson.session.link;

import io.keelson.cluster.io.Decoder;
import io.keelson.cluster.io.Encoder;
import io.keelson.cluster.io.MalformedMessageException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Items in a shorter form: a tag that no message begins with, the length of the item, and its bytes by DEFLATE (RFC 1951) as fast as that
 * goes. Thread-safe.
 */
final class Compression {
    /** First byte of a compressed item; messages about sessions begin with their version. */
    static final byte TAG = (byte) 0xDE;

    private static final int HEAD = 11;
    /** Deflaters that are kept; each has some 256 KB. */
    private static final BlockingQueue<Deflater> DEFLATERS = new ArrayBlockingQueue<>(4);

    private Compression() {}

    /** The shorter form; null where it would not be shorter by a tenth. */
    static byte @Nullable [] compress(byte[] item) {
        byte[] head = new Encoder(HEAD).tag(TAG & 0xFF).number(item.length).toBytes();
        byte[] shorter = new byte[item.length - item.length / 10];
        if (shorter.length <= head.length) {
            return null;
        }
        System.arraycopy(head, 0, shorter, 0, head.length);
        Deflater kept = DEFLATERS.poll();
        Deflater deflater = kept == null ? new Deflater(Deflater.BEST_SPEED, true) : kept;
        try {
            deflater.setInput(item);
            deflater.finish();
            int length = deflater.deflate(shorter, head.length, shorter.length - head.length);
            return deflater.finished() ? Arrays.copyOf(shorter, head.length + length) : null;
        } finally {
            deflater.reset();
            if (!DEFLATERS.offer(deflater)) {
                deflater.end();
            }
        }
    }

    /** Returns whether an item that begins with that byte is in the shorter form. */
    static boolean isCompressed(byte first) {
        return first == TAG;
    }

    /**
     * An item of its shorter form.
     *
     * @param most how long it may be
     * @throws IllegalArgumentException where it is no such item, or longer
     */
    static byte[] expand(byte[] item, int at, int length, int most) {
        Inflater inflater = new Inflater(true);
        try {
            Decoder in = new Decoder(item, at, length);
            in.tag();
            int size = in.integer();
            if (size > most) {
                throw new IllegalArgumentException(
                        "a compressed item of " + size + " bytes, where at most " + most + " are allowed");
            }
            byte[] rest = in.rest();
            byte[] whole = new byte[size];
            inflater.setInput(rest);
            int got = inflater.inflate(whole);
            if (got != size || inflater.inflate(new byte[1]) != 0 || !inflater.finished()) {
                throw new IllegalArgumentException("a compressed item that has not the " + size + " bytes it says");
            }
            return whole;
        } catch (MalformedMessageException | DataFormatException e) {
            throw new IllegalArgumentException("a compressed item " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
