package io.keelson.tx;

import io.keelson.kernel.spi.transaction.TransactionId;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import org.jspecify.annotations.Nullable;

/**
 * Question of one server to another about a transaction. Immutable.
 *
 * @param operation what is to be done
 * @param target name of the server that is asked: at its address there may be another one by now
 * @param transaction the id at the superior; null where none is meant
 * @param renamed the id that the superior has from now on; null where it is the same
 * @param from name of the server that asks
 * @param addresses where it can be asked
 */
record ServerRequest(
        Operation operation,
        String target,
        @Nullable TransactionId transaction,
        @Nullable TransactionId renamed,
        String from,
        List<String> addresses) {
    private static final int VERSION = 1;

    /** Kinds of requests between servers. */
    enum Operation {
        /** A superior has opened its log, and is known by another id from now on; the answer is empty. */
        RENAME,
        /** A superior has a subordinate vote; the answer is the code of XA. */
        PREPARE,
        /** A superior has decided; the answer is empty. */
        COMMIT,
        /** A superior has no other branch. */
        COMMIT_ONE_PHASE,
        /** A superior has rolled back. */
        ROLLBACK,
        /** A superior lists what is prepared; the answer is ids. */
        RECOVER,
        /** A subordinate that is prepared wants to be told the outcome; the answer is empty. */
        RESOLVE,
        /** A subordinate that nobody calls asks whether it still takes part; the answer is a truth value. */
        TAKES_PART,
        /** A superior has a subordinate call its registered synchronizations; the answer is what they came to. */
        BEFORE_COMPLETION,
        /** A superior has a subordinate call its interposed synchronizations; the answer is what they came to. */
        BEFORE_COMPLETION_INTERPOSED
    }

    byte[] bytes() {
        return PropagatedCall.written(out -> {
            out.writeByte(VERSION);
            out.writeByte(operation.ordinal());
            out.writeUTF(target);
            writeOptional(out, transaction);
            writeOptional(out, renamed);
            out.writeUTF(from);
            PropagatedCall.write(out, addresses);
        });
    }

    private static void writeOptional(DataOutputStream out, @Nullable TransactionId id) throws IOException {
        out.writeBoolean(id != null);
        if (id != null) {
            PropagatedCall.write(out, id);
        }
    }

    /** Reads what {@link #bytes} wrote; throws IllegalStateException where it is something else. */
    static ServerRequest read(byte[] bytes) {
        return PropagatedCall.read(bytes, in -> {
            int version = in.readUnsignedByte();
            int operation = in.readUnsignedByte();
            if (version != VERSION || operation >= Operation.values().length) {
                throw new IOException("it is operation " + operation + " of version " + version);
            }
            return new ServerRequest(
                    Operation.values()[operation],
                    in.readUTF(),
                    in.readBoolean() ? PropagatedCall.id(in) : null,
                    in.readBoolean() ? PropagatedCall.id(in) : null,
                    in.readUTF(),
                    PropagatedCall.addresses(in));
        });
    }

    // ---- answers ---------------------------------------------------------------------------------------------------

    private static final int DONE = 0;
    private static final int FAILED = 1;

    static byte[] done(PropagatedCall.Writing result) {
        return PropagatedCall.written(out -> {
            out.writeByte(DONE);
            result.to(out);
        });
    }

    static byte[] failed(XAException e) {
        return PropagatedCall.written(out -> {
            out.writeByte(FAILED);
            out.writeInt(e.errorCode);
            String message = String.valueOf(e.getMessage());
            out.writeUTF(message.substring(0, Math.min(1_000, message.length())));
        });
    }

    /**
     * Reads an answer.
     *
     * @throws XAException the error that it is
     */
    static <T> T result(byte[] answer, PropagatedCall.Reading<T> reading) throws XAException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(answer))) {
            if (in.readUnsignedByte() == DONE) {
                return reading.from(in);
            }
            throw error(in.readInt(), in.readUTF(), null);
        } catch (IOException | IllegalArgumentException e) {
            throw error(XAException.XAER_RMFAIL, "its answer cannot be read: " + e.getMessage(), e);
        }
    }

    static byte[] told(BeforeCompletion.Told told) {
        return done(out -> {
            out.writeInt(told.calls());
            out.writeBoolean(told.waits());
            out.writeBoolean(told.marked());
            out.writeUTF(
                    told.reason().substring(0, Math.min(1_000, told.reason().length())));
        });
    }

    static BeforeCompletion.Told told(DataInputStream in) throws IOException {
        return new BeforeCompletion.Told(in.readInt(), in.readBoolean(), in.readBoolean(), in.readUTF());
    }

    static List<TransactionId> ids(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<TransactionId> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(PropagatedCall.id(in));
        }
        return ids;
    }

    static XAException error(int code, String message, @Nullable Throwable cause) {
        XAException error = new XAException(message);
        error.errorCode = code;
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }
}
