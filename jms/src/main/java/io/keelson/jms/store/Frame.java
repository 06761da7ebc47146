package io.keelson.jms.store;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The form of a batch in a segment, version 1:
 *
 * <pre>
 * int   magic
 * int   length of the payload
 * long  sure: up to where the log had been made sure of when this was written
 * int   CRC-32C of length, sure and payload
 * payload: int count, then for each change
 *   'P' long record, int length, bytes | 'R' long record
 * </pre>
 */
final class Frame {
    static final int MAGIC = 0x4b4c5346;
    static final int HEAD = 20;

    private Frame() {}

    /** A change as it was read. */
    record Kept(long record, int at, int length) {
        /** True for a removal. */
        boolean removed() {
            return length < 0;
        }
    }

    /** A frame that was read: its changes, with places in the array that it was read from. */
    record Read(long sure, int end, List<Kept> changes) {
        /** Returns the same with places that are greater by so much. */
        Read movedBy(int more) {
            return new Read(
                    sure,
                    end + more,
                    changes.stream()
                            .map(each -> new Kept(each.record(), each.at() + more, each.length()))
                            .toList());
        }
    }

    static void write(List<MessageStore.Change> batch, long sure, ByteWriter out) {
        int at = out.length();
        out.putInt(MAGIC).putInt(0).putLong(sure).putInt(0).putInt(batch.size());
        for (MessageStore.Change each : batch) {
            if (each instanceof MessageStore.Put put) {
                out.put('P').putLong(put.record()).putBytes(put.bytes());
            } else {
                out.put('R').putLong(each.record());
            }
        }
        int length = out.length() - at - HEAD;
        out.setInt(at + 4, length);
        out.setInt(at + 16, crc(out.array(), at, length));
    }

    private static int crc(byte[] bytes, int at, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, at + 4, 12);
        crc.update(bytes, at + HEAD, length);
        return (int) crc.getValue();
    }

    /** Returns the frame at a place; null where there is none that is whole. */
    static @Nullable Read read(byte[] bytes, int at, int end) {
        if (end - at < HEAD) {
            return null;
        }
        ByteBuffer head = ByteBuffer.wrap(bytes, at, HEAD);
        int magic = head.getInt();
        int length = head.getInt();
        long sure = head.getLong();
        int crc = head.getInt();
        if (magic != MAGIC || length < 4 || length > end - at - HEAD || crc != crc(bytes, at, length)) {
            return null;
        }
        return parse(bytes, at, length, sure);
    }

    /**
     * Appends the changes of the frame at a place.
     *
     * @param moved by how much places are greater than in the array
     * @return the place behind the frame, in the array; 0: there is none that is whole
     */
    static int read(byte[] bytes, int at, int end, int moved, FrameChanges into) {
        if (end - at < HEAD) {
            return 0;
        }
        ByteBuffer head = ByteBuffer.wrap(bytes, at, HEAD);
        int magic = head.getInt();
        int length = head.getInt();
        int crc = head.getInt(at + 16);
        if (magic != MAGIC || length < 4 || length > end - at - HEAD || crc != crc(bytes, at, length)) {
            return 0;
        }
        ByteReader in = new ByteReader(bytes, at + HEAD, length);
        int payloadEnd = at + HEAD + length;
        for (int left = in.getInt(); left > 0; left--) {
            int kind = in.get();
            long record = in.getLong();
            int size = kind == 'R' ? -1 : in.getInt();
            into.add(record, kind == 'R' ? 0 : payloadEnd - in.left() + moved, size);
            in.skip(Math.max(0, size));
        }
        return payloadEnd;
    }

    /** Returns the frame at a place where one was just written. */
    static Read readOwn(byte[] bytes, int at) {
        ByteBuffer head = ByteBuffer.wrap(bytes, at, HEAD);
        return parse(bytes, at, head.getInt(at + 4), head.getLong(at + 8));
    }

    private static Read parse(byte[] bytes, int at, int length, long sure) {
        ByteReader in = new ByteReader(bytes, at + HEAD, length);
        int count = in.getInt();
        List<Kept> changes = new ArrayList<>();
        int payloadEnd = at + HEAD + length;
        for (int i = 0; i < count; i++) {
            int kind = in.get();
            long record = in.getLong();
            if (kind == 'R') {
                changes.add(new Kept(record, 0, -1));
                continue;
            }
            int size = in.getInt();
            int from = payloadEnd - in.left();
            in.skip(size);
            changes.add(new Kept(record, from, size));
        }
        return new Read(sure, payloadEnd, changes);
    }
}
