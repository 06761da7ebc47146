package io.keelson.jms.store;

import io.keelson.jms.message.ByteReader;
import io.keelson.jms.message.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The frames between the owner of a replicated log and a replica, version 1:
 *
 * <pre>
 * 'S' long number                               a snapshot begins
 * 'C' long number, int batches, for each one    int changes, for each one 'P' long record, int length, bytes | 'R' long record
 * 'E' long number                               the snapshot is complete: what it did not have is removed
 * 'K' long number                               from the replica: what came up to that frame is kept; the first one, with 0, says that
 *                                               the replica is open
 * </pre>
 */
public final class ReplicaFrames {
    /** The version of the protocol. */
    public static final int VERSION = 1;

    /** A frame as it was read. */
    sealed interface Read {
        /** Returns the number of the frame. */
        long number();
    }

    record Start(long number) implements Read {}

    record Changes(long number, List<List<MessageStore.Change>> batches) implements Read {}

    record End(long number) implements Read {}

    record Kept(long number) implements Read {}

    private ReplicaFrames() {}

    static byte[] start(long number) {
        return new ByteWriter(9).put('S').putLong(number).toBytes();
    }

    static byte[] end(long number) {
        return new ByteWriter(9).put('E').putLong(number).toBytes();
    }

    static byte[] kept(long number) {
        return new ByteWriter(9).put('K').putLong(number).toBytes();
    }

    static byte[] changes(long number, List<List<MessageStore.Change>> batches) {
        ByteWriter out = new ByteWriter(1024);
        out.put('C').putLong(number).putInt(batches.size());
        for (List<MessageStore.Change> batch : batches) {
            out.putInt(batch.size());
            for (MessageStore.Change each : batch) {
                if (each instanceof MessageStore.Put put) {
                    out.put('P').putLong(put.record()).putBytes(put.bytes());
                } else {
                    out.put('R').putLong(each.record());
                }
            }
        }
        return out.toBytes();
    }

    /**
     * Reads a frame.
     *
     * @throws IllegalArgumentException where it is none
     */
    static Read read(byte[] frame) {
        ByteReader in = new ByteReader(frame);
        int kind = in.get();
        long number = in.getLong();
        Read read = switch (kind) {
            case 'S' -> new Start(number);
            case 'E' -> new End(number);
            case 'K' -> new Kept(number);
            case 'C' -> new Changes(number, batches(in));
            default -> throw new IllegalArgumentException("no frame of a replica has the kind " + kind);
        };
        if (in.left() > 0) {
            throw new IllegalArgumentException("a frame of a replica has " + in.left() + " bytes too many");
        }
        return read;
    }

    private static List<List<MessageStore.Change>> batches(ByteReader in) {
        List<List<MessageStore.Change>> batches = new ArrayList<>();
        for (int left = in.getInt(); left > 0; left--) {
            List<MessageStore.Change> batch = new ArrayList<>();
            for (int changes = in.getInt(); changes > 0; changes--) {
                batch.add(change(in));
            }
            batches.add(batch);
        }
        return batches;
    }

    private static MessageStore.Change change(ByteReader in) {
        int kind = in.get();
        long record = in.getLong();
        if (kind == 'R') {
            return new MessageStore.Remove(record);
        }
        byte[] bytes = kind == 'P' ? in.getBytes() : null;
        if (bytes == null) {
            throw new IllegalArgumentException("no change of a record has the kind " + kind);
        }
        return new MessageStore.Put(record, bytes);
    }
}
