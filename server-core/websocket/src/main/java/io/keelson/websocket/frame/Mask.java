package io.keelson.websocket.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Masking, which is its own inverse.
 *
 * <p>Specification: RFC 6455, 5.3 Client-to-Server Masking.
 */
final class Mask {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Mask() {}

    /**
     * Applies a key in place.
     *
     * @param key its first byte in the highest eight bits
     * @param position how many bytes of the payload came before
     */
    static void apply(int key, long position, byte[] bytes, int offset, int length) {
        int turned = Integer.rotateLeft(key, 8 * (int) (position & 3));
        long wide = (long) turned << 32 | turned & 0xffffffffL;
        int i = offset;
        int end = offset + length;
        for (; i + Long.BYTES <= end; i += Long.BYTES) {
            LONGS.set(bytes, i, (long) LONGS.get(bytes, i) ^ wide);
        }
        for (int shift = 24; i < end; i++, shift = shift - 8 & 31) {
            bytes[i] ^= (byte) (turned >>> shift);
        }
    }
}
