package io.keelson.websocket.frame;

import java.io.ByteArrayOutputStream;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;

/**
 * Compresses messages (RFC 7692, 7.2.1), a part at a time. Unless later messages may refer to earlier ones, what the JDK's
 * deflater holds outside the heap is held only from the first part of a message to its last. Confined to its owner.
 *
 * <p>The JDK's deflater always uses a window of 32 KiB. Where a smaller one was agreed its state is cleared after every so many
 * bytes, so that nothing refers further back.
 *
 * <p>Specification: RFC 7692, 7 The "permessage-deflate" Extension.
 */
final class Deflation {
    private static final int PIECE = 4 * 1024;

    /** Number of bytes that each flush ends with, left out at the end of a message. */
    private static final int TAIL = 4;

    private final boolean keepsContext;
    private final int window;
    private final boolean smallWindow;
    private @Nullable Deflater deflater;

    Deflation(DeflateAgreement agreement) {
        smallWindow = agreement.sentWindowBits() < DeflateAgreement.LARGEST_WINDOW;
        keepsContext = agreement.sendsWithContext() && !smallWindow;
        window = 1 << agreement.sentWindowBits();
    }

    /** Compresses a part of a message. */
    byte[] deflate(byte[] bytes, int offset, int length, boolean last) {
        Deflater now = deflater;
        if (now == null) {
            now = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
            deflater = now;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.max(32, length / 2));
        byte[] piece = new byte[Math.min(PIECE, length + 64)];
        if (smallWindow) {
            for (int done = 0; done < length; done += window) {
                now.setInput(bytes, offset + done, Math.min(window, length - done));
                flush(now, Deflater.FULL_FLUSH, piece, out);
            }
        }
        if (!smallWindow || length == 0) {
            now.setInput(bytes, offset, length);
            flush(now, Deflater.SYNC_FLUSH, piece, out);
        }
        if (!last) {
            return out.toByteArray();
        }
        if (!keepsContext) {
            close();
        }
        byte[] all = out.toByteArray();
        // A flush of nothing gives nothing: an empty message is the one byte of 7.2.3.6.
        return all.length < TAIL ? new byte[1] : java.util.Arrays.copyOf(all, all.length - TAIL);
    }

    private static void flush(Deflater deflater, int mode, byte[] piece, ByteArrayOutputStream out) {
        int n;
        do {
            n = deflater.deflate(piece, 0, piece.length, mode);
            out.write(piece, 0, n);
        } while (n == piece.length);
    }

    /** Gives back what is held. Idempotent. */
    void close() {
        Deflater now = deflater;
        deflater = null;
        if (now != null) {
            now.end();
        }
    }
}
