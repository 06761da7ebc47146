package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import io.keelson.tx.Decisions.Prepared;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The form of a transaction log, version 1. A header of 24 bytes: "KLTX", the version (int), the log's id (16 bytes). Then records:
 * length of the payload (int), CRC-32C of the payload (int), payload: its kind (byte), then for an epoch its number (long), the epoch
 * of the lease (long, 0 for none) and the server's name; for a decision the transaction's id and its branches; for an end the
 * transaction's id; for a last resource its name; for what another system decides the transaction's id, the format (int), the global id
 * and the qualifier of that system's xid, and the branches. An id or a qualifier is its length (byte) and its bytes.
 */
final class LogRecords {
    static final int HEADER = 24;

    private static final int MAGIC = 0x4B4C5458;
    private static final int VERSION = 1;
    private static final int PREFIX = 8;
    private static final int LONGEST = 1 << 20;
    private static final byte EPOCH = 1;
    private static final byte COMMIT = 2;
    private static final byte OVER = 3;
    private static final byte LAST = 4;
    private static final byte AWAITING = 5;

    private LogRecords() {}

    /**
     * Content of a log.
     *
     * @param log its id
     * @param epoch the last one
     * @param lease the epoch of the lease under which it was opened last; 0 for none
     * @param server whose it is; empty where it does not say
     * @param open decisions that are not over, in their order
     * @param awaiting transactions that are prepared and that another system decides
     * @param last resources that may keep decisions of this server in their own store
     * @param length up to where it is whole
     */
    record Content(
            UUID log,
            long epoch,
            long lease,
            String server,
            Map<TransactionId, Decision> open,
            Map<TransactionId, Awaiting> awaiting,
            Set<String> last,
            long length) {}

    @FunctionalInterface
    private interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] header(UUID log) {
        return ByteBuffer.allocate(HEADER)
                .putInt(MAGIC)
                .putInt(VERSION)
                .putLong(log.getMostSignificantBits())
                .putLong(log.getLeastSignificantBits())
                .array();
    }

    static byte[] epoch(long epoch, long lease, String server) {
        return record(out -> {
            out.writeByte(EPOCH);
            out.writeLong(epoch);
            out.writeLong(lease);
            out.writeUTF(server);
        });
    }

    static byte[] commit(Decision decision) {
        return record(out -> {
            out.writeByte(COMMIT);
            writeBytes(out, decision.id().bytes());
            writeBranches(out, decision.branches());
        });
    }

    static byte[] awaiting(Awaiting prepared) {
        return record(out -> {
            out.writeByte(AWAITING);
            writeBytes(out, prepared.id().bytes());
            out.writeInt(prepared.superior().format());
            writeBytes(out, prepared.superior().global());
            writeBytes(out, prepared.superior().qualifier());
            writeBranches(out, prepared.branches());
        });
    }

    private static void writeBranches(DataOutputStream out, List<Prepared> branches) throws IOException {
        out.writeShort(branches.size());
        for (Prepared each : branches) {
            out.writeUTF(each.resource());
            writeBytes(out, each.xid().getBranchQualifier());
        }
    }

    static byte[] over(TransactionId id) {
        return record(out -> {
            out.writeByte(OVER);
            writeBytes(out, id.bytes());
        });
    }

    static byte[] last(String resource) {
        return record(out -> {
            out.writeByte(LAST);
            out.writeUTF(resource);
        });
    }

    private static byte[] record(Writing writing) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(0);
            writing.to(out);
            byte[] record = bytes.toByteArray();
            ByteBuffer.wrap(record)
                    .putInt(record.length - PREFIX)
                    .putInt(checksum(record, PREFIX, record.length - PREFIX));
            return record;
        } catch (IOException e) { // into memory
            throw new UncheckedIOException(e);
        }
    }

    private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeByte(bytes.length);
        out.write(bytes);
    }

    private static int checksum(byte[] bytes, int from, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, from, length);
        return (int) checksum.getValue();
    }

    /**
     * Reads a log. A record at the end that is not whole is left out.
     *
     * @throws IOException when it is no log, or is damaged before its end; the message has the offset
     */
    static Content read(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.remaining() < HEADER || in.getInt() != MAGIC) {
            throw new IOException("it is no transaction log: it does not begin with KLTX");
        }
        int version = in.getInt();
        if (version != VERSION) {
            throw new IOException("it is of version " + version + "; this server reads version " + VERSION);
        }
        UUID log = new UUID(in.getLong(), in.getLong());
        Opened opened = new Opened(0, 0, "");
        Map<TransactionId, Decision> open = new LinkedHashMap<>();
        Map<TransactionId, Awaiting> awaiting = new LinkedHashMap<>();
        Set<String> last = new LinkedHashSet<>();
        while (true) {
            int at = in.position();
            byte[] payload = next(in, bytes);
            if (payload == null) {
                return new Content(log, opened.epoch(), opened.lease(), opened.server(), open, awaiting, last, at);
            }
            Opened later = apply(payload, open, awaiting, last);
            opened = later == null ? opened : later;
        }
    }

    /** Returns the payload of the next record; null at the end. */
    private static byte @Nullable [] next(ByteBuffer in, byte[] bytes) throws IOException {
        int at = in.position();
        if (in.remaining() < PREFIX) {
            return null;
        }
        int length = in.getInt();
        int checksum = in.getInt();
        boolean possible = length > 0 && length <= LONGEST;
        if (!possible || length > in.remaining() || checksum(bytes, in.position(), length) != checksum) {
            if (possible && at + PREFIX + (long) length < bytes.length && follows(bytes, at + PREFIX + length)) {
                throw new IOException("it is damaged at offset " + at + ", before records that are whole");
            }
            in.position(at);
            return null;
        }
        byte[] payload = new byte[length];
        in.get(payload);
        return payload;
    }

    /** Returns true if a whole record stands there, so that what is before it is no torn end. */
    private static boolean follows(byte[] bytes, int at) {
        if (bytes.length - at < PREFIX) {
            return false;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, at, PREFIX);
        int length = in.getInt();
        int checksum = in.getInt();
        return length > 0 && length <= bytes.length - at - PREFIX && checksum(bytes, at + PREFIX, length) == checksum;
    }

    /** Says that the log was opened. */
    private record Opened(long epoch, long lease, String server) {}

    /** Applies a record; returns the opening that it says, else null. */
    private static @Nullable Opened apply(
            byte[] payload, Map<TransactionId, Decision> open, Map<TransactionId, Awaiting> awaiting, Set<String> last)
            throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(payload));
        byte kind = in.readByte();
        switch (kind) {
            case EPOCH -> {
                long epoch = in.readLong();
                return in.available() > 0 ? new Opened(epoch, in.readLong(), in.readUTF()) : new Opened(epoch, 0, "");
            }
            case COMMIT -> {
                TransactionId id = new TransactionId(readBytes(in));
                open.put(id, new Decision(id, readBranches(in, id)));
                awaiting.remove(id);
            }
            case AWAITING -> {
                TransactionId id = new TransactionId(readBytes(in));
                SuperiorXid superior = new SuperiorXid(in.readInt(), readBytes(in), readBytes(in));
                awaiting.put(id, new Awaiting(id, superior, readBranches(in, id)));
            }
            case LAST -> last.add(in.readUTF());
            case OVER -> {
                TransactionId id = new TransactionId(readBytes(in));
                open.remove(id);
                awaiting.remove(id);
            }
            default -> throw new IOException("it has a record of the unknown kind " + kind);
        }
        return null;
    }

    private static List<Prepared> readBranches(DataInputStream in, TransactionId id) throws IOException {
        int count = in.readUnsignedShort();
        List<Prepared> branches = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            branches.add(new Prepared(in.readUTF(), new BranchXid(id, readBytes(in))));
        }
        return branches;
    }

    private static byte[] readBytes(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedByte()];
        in.readFully(bytes);
        return bytes;
    }
}
