package io.keelson.servlet.compress;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
import java.util.zip.Checksum;
import java.util.zip.Deflater;

/**
 * Makes one stream after the other in the format of gzip (RFC 1952) or of zlib (RFC 1950), which HTTP calls deflate. Used by one
 * thread at a time. Holds memory outside the heap until it is closed.
 *
 * <p>Its owner empties {@link #out} whenever a call says that it is full.
 *
 * <p>Specification: RFC 9110, 8.4.1.2 Deflate Coding; RFC 9110, 8.4.1.3 Gzip Coding.
 */
final class Compressor implements AutoCloseable {
    private static final int CAPACITY = 16 << 10;
    private static final byte[] GZIP_HEAD = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255};
    private static final byte[] ZLIB_HEAD = {0x78, (byte) 0x9c};
    private static final int LONGEST_END = 8;

    private final Deflater deflater;
    private final CRC32 crc = new CRC32();
    private final Adler32 adler = new Adler32();
    private final ByteBuffer out = ByteBuffer.allocate(CAPACITY);
    private boolean gzip;
    private boolean dirty;

    Compressor(int level) {
        deflater = new Deflater(level, true);
    }

    /** Begins a stream. */
    void begin(boolean asGzip) {
        gzip = asGzip;
        dirty = true;
        deflater.reset();
        checksum().reset();
        out.clear();
        out.put(gzip ? GZIP_HEAD : ZLIB_HEAD);
    }

    private Checksum checksum() {
        return gzip ? crc : adler;
    }

    /** Returns what has been made and not been taken, in write mode. */
    ByteBuffer out() {
        return out;
    }

    /** Takes the bytes to be compressed next; they must not change until {@link #compress} has said that it is through. */
    void input(ByteBuffer data) {
        dirty |= data.hasRemaining();
        checksum().update(data.duplicate());
        // A view of its own: the deflater looks at what is left of its input again later, when the caller's buffer is
        // full anew.
        deflater.setInput(data.slice());
        data.position(data.limit());
    }

    /** Compresses what was given; true when {@code out} is full and there may be more. */
    boolean compress() {
        deflater.deflate(out, Deflater.NO_FLUSH);
        return !out.hasRemaining();
    }

    /** Makes all that was given readable to the other side; true when {@code out} is full and there may be more. */
    boolean flush() {
        if (dirty) {
            deflater.deflate(out, Deflater.SYNC_FLUSH);
            dirty = !out.hasRemaining();
        }
        return dirty;
    }

    /** Ends the stream; true when {@code out} is full and there is more. */
    boolean finish() {
        deflater.finish();
        if (!deflater.finished()) {
            deflater.deflate(out, Deflater.NO_FLUSH);
        }
        if (!deflater.finished() || out.remaining() < LONGEST_END) {
            return true;
        }
        if (gzip) {
            out.order(ByteOrder.LITTLE_ENDIAN).putInt((int) crc.getValue()).putInt((int) deflater.getBytesRead());
        } else {
            out.order(ByteOrder.BIG_ENDIAN).putInt((int) adler.getValue());
        }
        return false;
    }

    /** Lets go of the bytes of the last stream, so that they are not kept alive. */
    void rest() {
        deflater.reset();
    }

    @Override
    public void close() {
        deflater.end();
    }
}
