package io.keelson.websocket.frame;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Looks at UTF-8 as it comes, in pieces (RFC 3629): overlong forms, surrogates and code points above U+10FFFF are no UTF-8. Says so
 * with the first byte that cannot belong to any valid text. Confined to its owner.
 *
 * <p>Specification: RFC 6455, 8.1 Handling Errors in UTF-8-Encoded Data.
 */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080808080808080L;

    /** Number of continuation bytes that the character at hand still needs. */
    private int missing;

    /** Number of bytes of it that are there. */
    private int seen;

    /** Least value that the next byte may have: after some first bytes not all continuation bytes may follow. */
    private int least;

    private int most;

    /** Returns whether the bytes can go on what came before. */
    boolean accept(byte[] bytes, int offset, int length) {
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (missing == 0) {
                i = skipAscii(bytes, i, end);
                if (i == end) {
                    return true;
                }
                if (!first(bytes[i] & 0xff)) {
                    return false;
                }
            } else if (!next(bytes[i] & 0xff)) {
                return false;
            }
        }
        return true;
    }

    /** Returns how many bytes of a character that is not complete have come. */
    int unfinished() {
        return seen;
    }

    /** Prepares for another text. */
    void reset() {
        missing = 0;
        seen = 0;
    }

    private static int skipAscii(byte[] bytes, int from, int end) {
        int i = from;
        while (i + Long.BYTES <= end && ((long) LONGS.get(bytes, i) & NOT_ASCII) == 0) {
            i += Long.BYTES;
        }
        while (i < end && bytes[i] >= 0) {
            i++;
        }
        return i;
    }

    private boolean first(int b) {
        least = 0x80;
        most = 0xbf;
        if (b >= 0xc2 && b <= 0xdf) {
            missing = 1;
        } else if (b >= 0xe0 && b <= 0xef) {
            missing = 2;
            least = b == 0xe0 ? 0xa0 : 0x80;
            most = b == 0xed ? 0x9f : 0xbf;
        } else if (b >= 0xf0 && b <= 0xf4) {
            missing = 3;
            least = b == 0xf0 ? 0x90 : 0x80;
            most = b == 0xf4 ? 0x8f : 0xbf;
        } else {
            return false;
        }
        seen = 1;
        return true;
    }

    private boolean next(int b) {
        if (b < least || b > most) {
            return false;
        }
        least = 0x80;
        most = 0xbf;
        missing--;
        seen = missing == 0 ? 0 : seen + 1;
        return true;
    }
}
