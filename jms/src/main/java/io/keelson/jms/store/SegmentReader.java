package io.keelson.jms.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the frames of a segment in their order, a piece of the file at a time. Confined to one thread. */
final class SegmentReader {
    private static final int PIECE = 1 << 20;

    private final StoreFile file;
    private final int length;

    /** The piece of the file that is in memory, and its place. */
    private byte[] bytes = {};

    private int from;

    SegmentReader(StoreFile file, int length) {
        this.file = file;
        this.length = length;
    }

    /** Returns the frame at a place, with places in the file; null where there is none that is whole. */
    Frame.@Nullable Read frame(int at) throws IOException {
        if (!loadFrame(at)) {
            return null;
        }
        Frame.Read read = Frame.read(bytes, at - from, bytes.length);
        return read == null ? null : read.movedBy(from);
    }

    /** Appends the changes of the frame at a place. Returns the place behind it; 0: there is none that is whole. */
    int frame(int at, FrameChanges into) throws IOException {
        int end = loadFrame(at) ? Frame.read(bytes, at - from, bytes.length, from, into) : 0;
        return end == 0 ? 0 : end + from;
    }

    /** Loads the frame at a place. Returns false where none can be. */
    private boolean loadFrame(int at) throws IOException {
        if (length - at < Frame.HEAD) {
            return false;
        }
        load(at, Frame.HEAD);
        ByteBuffer head = ByteBuffer.wrap(bytes, at - from, Frame.HEAD);
        int magic = head.getInt();
        int payload = head.getInt();
        if (magic != Frame.MAGIC || payload < 0 || payload > length - at - Frame.HEAD) {
            return false;
        }
        load(at, Frame.HEAD + payload);
        return true;
    }

    private void load(int at, int count) throws IOException {
        if (at >= from && at + count <= from + bytes.length) {
            return;
        }
        int size = Math.min(length - at, Math.max(PIECE, count));
        if (size != bytes.length) {
            bytes = new byte[size];
        }
        file.read(ByteBuffer.wrap(bytes), at);
        from = at;
    }
}
