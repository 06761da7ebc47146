package io.keelson.session.grid;

import io.keelson.session.marshal.MalformedSessionException;
import io.keelson.session.marshal.SessionRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Entry of a session in the grid: a byte that says which form it is, the version, and the record; a session that has
 * ended has no record.
 *
 * @param version counts the changes
 * @param record the bytes of the record; empty: the session has ended
 */
public record GridEntry(long version, byte[] record) {
    private static final byte FORM = 1;
    private static final int HEAD = 9;

    static GridEntry ended(long version) {
        return new GridEntry(version, new byte[0]);
    }

    /** Returns whether the session has ended. */
    public boolean ended() {
        return record.length == 0;
    }

    byte[] toBytes() {
        return ByteBuffer.allocate(HEAD + record.length)
                .put(FORM)
                .putLong(version)
                .put(record)
                .array();
    }

    /** Reads an entry. */
    public static GridEntry of(byte[] bytes) throws MalformedSessionException {
        if (bytes.length < HEAD) {
            throw new MalformedSessionException("has " + bytes.length + " bytes");
        }
        if (bytes[0] != FORM) {
            throw new MalformedSessionException("is of the form " + bytes[0] + "; this server knows " + FORM);
        }
        return new GridEntry(ByteBuffer.wrap(bytes).getLong(1), Arrays.copyOfRange(bytes, HEAD, bytes.length));
    }

    SessionRecord session() throws MalformedSessionException {
        return SessionRecord.of(record);
    }
}
