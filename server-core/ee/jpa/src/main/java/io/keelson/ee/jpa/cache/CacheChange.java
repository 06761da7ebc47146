package io.keelson.ee.jpa.cache;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A committed change of what may be cached.
 *
 * @param kind of what has changed
 * @param role name of the entity, collection or table
 * @param id of the entity, or of the owner of the collection; null: any of that role may have changed
 */
record CacheChange(Kind kind, String role, @Nullable Object id) {
    private static final int VERSION = 1;

    /** A longer identifier stands for all of its role. */
    private static final int LONGEST = 1_000;

    /** Kind of what has changed. The order is that of the form. */
    enum Kind {
        ENTITY,
        COLLECTION,
        NATURAL_ID,
        /** A table, on which results of queries depend. */
        TABLE,
        /** Anything. */
        ALL
    }

    /** A change of a unit of another member. */
    record Received(String unit, CacheChange change) {}

    /** Returns the form for other members: version, unit, kind, role, type of the identifier, identifier as text. */
    byte[] message(String unit) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeByte(VERSION);
            out.writeUTF(unit);
            out.writeByte(kind.ordinal());
            out.writeUTF(role);
            String text = String.valueOf(id);
            char type = text.length() > LONGEST ? '-' : type(id);
            out.writeByte(type);
            if (type != '-') {
                out.writeUTF(text);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory", e);
        }
    }

    /** Returns the letter of a type whose values a text tells apart; {@code -} for every other, and for none. */
    private static char type(@Nullable Object id) {
        if (id instanceof Long) {
            return 'L';
        } else if (id instanceof Integer) {
            return 'I';
        } else if (id instanceof String) {
            return 'S';
        } else if (id instanceof UUID) {
            return 'U';
        }
        return '-';
    }

    /**
     * Reads a message. No class that it names is loaded.
     *
     * @throws IOException when it is of another version, or damaged
     */
    static Received read(byte[] message) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(message));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("version " + version);
        }
        String unit = in.readUTF();
        int kind = in.readUnsignedByte();
        if (kind >= Kind.values().length) {
            throw new IOException("kind " + kind);
        }
        String role = in.readUTF();
        char type = (char) in.readUnsignedByte();
        return new Received(unit, new CacheChange(Kind.values()[kind], role, id(type, in)));
    }

    private static @Nullable Object id(char type, DataInputStream in) throws IOException {
        try {
            return switch (type) {
                case 'L' -> Long.valueOf(in.readUTF());
                case 'I' -> Integer.valueOf(in.readUTF());
                case 'S' -> in.readUTF();
                case 'U' -> UUID.fromString(in.readUTF());
                case '-' -> null;
                default -> throw new IOException("type " + type);
            };
        } catch (IllegalArgumentException e) {
            throw new IOException("an identifier of the type " + type, e);
        }
    }
}
