package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.kernel.spi.transaction.TransactionPropagation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Transaction data that goes with a call between servers. Immutable.
 *
 * @param root the id at the server that began the transaction, by which each server knows it again
 * @param superior the id at the server that calls
 * @param marked whether its only outcome is a rollback already
 * @param remaining time that it has left
 * @param addresses where the calling server can be asked
 */
record PropagatedCall(
        TransactionId root, TransactionId superior, boolean marked, Duration remaining, List<String> addresses) {
    private static final int VERSION = 1;
    private static final int MOST_ADDRESSES = 8;

    PropagatedCall {
        addresses = List.copyOf(addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size())));
    }

    byte[] bytes() {
        return written(out -> {
            out.writeByte(VERSION);
            write(out, root);
            write(out, superior);
            out.writeBoolean(marked);
            out.writeLong(Math.max(1, remaining.toMillis()));
            write(out, addresses);
        });
    }

    /** Reads what {@link #bytes} wrote; throws IllegalStateException where it is something else. */
    static PropagatedCall read(byte[] bytes) {
        return read(bytes, in -> {
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IOException("it is of version " + version + "; this server reads version " + VERSION);
            }
            return new PropagatedCall(
                    id(in), id(in), in.readBoolean(), Duration.ofMillis(Math.max(1, in.readLong())), addresses(in));
        });
    }

    /**
     * Transaction data that comes back.
     *
     * @param part that the server has in the transaction
     * @param marked whether the transaction is marked for rollback there
     * @param server its name
     * @param addresses where it can be asked
     */
    record Answer(Part part, boolean marked, String server, List<String> addresses) {
        Answer {
            addresses = List.copyOf(addresses.subList(0, Math.min(MOST_ADDRESSES, addresses.size())));
        }

        byte[] bytes() {
            return written(out -> {
                out.writeByte(VERSION);
                out.writeByte(part.ordinal());
                out.writeBoolean(marked);
                out.writeUTF(server);
                write(out, addresses);
            });
        }

        static Answer read(byte[] bytes) {
            return PropagatedCall.read(bytes, in -> {
                int version = in.readUnsignedByte();
                int part = in.readUnsignedByte();
                if (version != VERSION || part >= Part.values().length) {
                    throw new IOException("it is of version " + version + " and says " + part);
                }
                return new Answer(Part.values()[part], in.readBoolean(), in.readUTF(), PropagatedCall.addresses(in));
            });
        }
    }

    /** Part that the called server has in a transaction. */
    enum Part {
        /** Has nothing to complete. */
        NONE,
        /** Takes part from now on, as a branch of the caller's. */
        NEW,
        /** Took part before. */
        KNOWN
    }

    // ---- bytes -----------------------------------------------------------------------------------------------------

    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    @FunctionalInterface
    interface Reading<T> {
        T from(DataInputStream in) throws IOException;
    }

    static byte[] written(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException e) { // into memory
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Reading<T> reading) {
        if (bytes.length > TransactionPropagation.LONGEST) {
            throw new IllegalStateException("what came beside the call is too long");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            return reading.from(in);
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalStateException("what came of a transaction cannot be read: " + e.getMessage(), e);
        }
    }

    static void write(DataOutputStream out, TransactionId id) throws IOException {
        out.writeByte(id.bytes().length);
        out.write(id.bytes());
    }

    static TransactionId id(DataInputStream in) throws IOException {
        byte[] bytes = new byte[in.readUnsignedByte()];
        in.readFully(bytes);
        return new TransactionId(bytes);
    }

    static void write(DataOutputStream out, List<String> addresses) throws IOException {
        out.writeByte(addresses.size());
        for (String each : addresses) {
            out.writeUTF(each);
        }
    }

    static List<String> addresses(DataInputStream in) throws IOException {
        int count = in.readUnsignedByte();
        List<String> addresses = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addresses.add(in.readUTF());
        }
        return addresses;
    }
}
