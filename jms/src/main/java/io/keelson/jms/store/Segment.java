package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of the log of a {@link FileMessageStore}: a header with its number, and frames behind it. What is recovered ends with the last
 * frame that is whole. Frames that a later one says were made sure of are never cut off. Confined to one thread at a time.
 */
final class Segment {
    /** Bytes of the header, behind which the frames begin. */
    static final int HEADER = 28;

    static final long MAGIC = 0x4b4c_534a_4d53_3031L; // KLSJMS01

    /** Number of changes after which a piece of a scan ends, at the end of a frame. */
    private static final int MOST_CHANGES = 1 << 15;

    private static final String PREFIX = "messages-";
    private static final String SUFFIX = ".log";

    /** Place of the bytes of a record. */
    record Place(Segment segment, int at, int length) {}

    final long number;
    final StoreFile file;

    /** The place behind the last frame; 0: not even the header is whole. */
    int end;

    /** The number of records whose newest state is here. Changed by the owner of the index. */
    int live;

    private Segment(long number, StoreFile file, int end) {
        this.number = number;
        this.file = file;
        this.end = end;
    }

    /** Opens a segment that is there, to be recovered. */
    static Segment open(StoreFile.Disk disk, long number) throws IOException {
        return new Segment(number, disk.open(name(number), false), 0);
    }

    /**
     * Makes an empty segment, and makes sure of it. Where that fails nothing is left of it.
     *
     * @param epoch of the owner
     * @param through each write is sure by itself
     */
    static Segment make(StoreFile.Disk disk, long number, long epoch, boolean through) throws IOException {
        StoreFile opened = disk.open(name(number), through);
        ByteBuffer head =
                ByteBuffer.allocate(HEADER).putLong(MAGIC).putLong(number).putLong(epoch);
        head.putInt(crc(head, 24)).flip();
        try {
            opened.write(head, 0);
            opened.force();
            disk.forceDirectory();
        } catch (IOException e) {
            opened.close();
            disk.delete(name(number));
            throw e;
        }
        return new Segment(number, opened, HEADER);
    }

    /** Returns the name of the file of a segment. */
    static String name(long number) {
        return String.format(Locale.ROOT, PREFIX + "%016x" + SUFFIX, number);
    }

    /** Returns true if a file is named like a segment. */
    static boolean isNamed(String file) {
        return file.startsWith(PREFIX) && file.endsWith(SUFFIX);
    }

    /**
     * Returns the number of a segment.
     *
     * @throws IOException where the file is named like one, and has no number
     */
    static long number(String file) throws IOException {
        try {
            return Long.parseLong(file.substring(PREFIX.length(), file.length() - SUFFIX.length()), 16);
        } catch (NumberFormatException e) {
            throw new IOException("the file " + file + " is no segment of a message store; move it away", e);
        }
    }

    /** Returns the CRC of the first bytes of a buffer. */
    static int crc(ByteBuffer bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, length);
        return (int) crc.getValue();
    }

    /** Returns its end as a place of the log, comparable over all segments. */
    long position() {
        return position(number, end);
    }

    private static long position(long number, int at) {
        return number << 32 | at;
    }

    /** Closes the file and deletes it. */
    void delete(StoreFile.Disk disk) throws IOException {
        file.close();
        disk.delete(name(number));
        disk.forceDirectory();
    }

    // ---- recovery --------------------------------------------------------------------------------------------------

    /** Changes of a segment, some at a time; the last ones say where the whole frames end. */
    record Piece(Segment segment, FrameChanges changes, boolean last, int whole, int end) {}

    /** Reads all frames. For any thread, as it changes nothing. */
    void scan(Ahead.Taker<Piece> to) throws IOException {
        long length = file.length();
        if (length > Integer.MAX_VALUE - 16) {
            throw new IOException("the segment " + name(number) + " has " + length + " bytes, which no segment has");
        }
        int whole = (int) length;
        SegmentReader reader = new SegmentReader(file, whole);
        FrameChanges changes = new FrameChanges();
        int at = isHeaded(whole) ? HEADER : 0;
        while (at > 0 && at < whole) {
            int behind = reader.frame(at, changes);
            if (behind == 0) {
                break;
            }
            at = behind;
            if (changes.count() >= MOST_CHANGES) {
                to.take(new Piece(this, changes, false, whole, at));
                changes = new FrameChanges();
            }
        }
        to.take(new Piece(this, changes, true, whole, at));
    }

    /**
     * Takes where the whole frames end, and cuts off what a crash has left of an unfinished write behind them.
     *
     * @param piece the last one of {@link #scan}
     * @param last true for the newest segment, which alone may have an unfinished write
     * @return what was cut off, for people; null: nothing
     * @throws IOException where it is damaged before what had been made sure of
     */
    @Nullable
    String cut(StoreFile.Disk disk, Piece piece, boolean last) throws IOException {
        int at = piece.end();
        int whole = piece.whole();
        end = at;
        if (at == whole && at > 0) {
            return null;
        }
        if (!last || isPromisedAfter(whole, at)) {
            throw new IOException("the segment " + disk.directory().resolve(name(number)) + " is damaged at offset "
                    + at + " although it had been made sure of; this store stays closed. Restore it, or move the"
                    + " directory away to begin an empty one");
        }
        file.truncate(at);
        file.force();
        return (whole - at) + " bytes of an unfinished write at offset " + at + " of " + name(number);
    }

    private boolean isHeaded(int length) throws IOException {
        if (length < HEADER) {
            return false;
        }
        ByteBuffer head = ByteBuffer.allocate(HEADER);
        file.read(head, 0);
        return head.getLong(0) == MAGIC && head.getLong(8) == number && head.getInt(24) == crc(head, 24);
    }

    /** Returns true if a frame behind a place says that the place had been made sure of. */
    private boolean isPromisedAfter(int length, int bad) throws IOException {
        byte[] bytes = new byte[length - bad];
        file.read(ByteBuffer.wrap(bytes), bad);
        for (int at = 1; at <= bytes.length - Frame.HEAD; at++) {
            if (bytes[at] == (byte) (Frame.MAGIC >>> 24)) {
                Frame.Read frame = Frame.read(bytes, at, bytes.length);
                if (frame != null && frame.sure() > position(number, bad)) {
                    return true;
                }
            }
        }
        return false;
    }
}
