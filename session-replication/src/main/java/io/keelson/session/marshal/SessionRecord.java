package io.keelson.session.marshal;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A session outside of memory. Its form, version 1: {@code KLSS}, the version in a byte, created, accessed (8 bytes each), time-out (4),
 * id, user, scheme, the number of attributes (4), each with name and bytes, and a CRC-32C over all of that. Texts are UTF-16 after the
 * number of their characters, so that none is changed; no text has -1. Numbers have their highest byte first. The first {@link #HEAD}
 * bytes never change their meaning.
 *
 * @param created when it was made, milliseconds since the epoch
 * @param accessed when its last request came, milliseconds since the epoch
 * @param timeoutSeconds how long it may be idle; 0 or less: for ever
 * @param user who has logged in; null: nobody
 * @param scheme how: {@code FORM}; null with {@code user}
 * @param attributes as {@link AttributeCodec} writes them. Not copied: the arrays are never changed
 */
public record SessionRecord(
        String id,
        long created,
        long accessed,
        int timeoutSeconds,
        @Nullable String user,
        @Nullable String scheme,
        Map<String, byte[]> attributes) {
    /** Number of bytes of a {@link Head}. */
    public static final int HEAD = 25;

    private static final int MAGIC = 0x4B_4C_53_53;
    private static final byte VERSION = 1;
    private static final int CRC = 4;

    /** Fields at the beginning of a record. */
    public record Head(long created, long accessed, int timeoutSeconds) {
        /** Returns the time at which it is due to expire, milliseconds since the epoch; {@link Long#MAX_VALUE}: never. */
        public long expires() {
            return SessionRecord.expires(accessed, timeoutSeconds);
        }
    }

    /** Returns the time at which a session is due to expire, milliseconds since the epoch; {@link Long#MAX_VALUE}: never. */
    public static long expires(long accessed, int timeoutSeconds) {
        return timeoutSeconds <= 0 ? Long.MAX_VALUE : accessed + timeoutSeconds * 1000L;
    }

    /** Returns how old the time of the last request may be in what is kept: a twentieth of the time-out, between a second and a minute. */
    public static long touchMillis(int timeoutSeconds) {
        return timeoutSeconds <= 0 ? 60_000 : Math.max(1_000, Math.min(60_000, timeoutSeconds * 50L));
    }

    /** The record as bytes. */
    public byte[] toBytes() {
        int length = HEAD + text(id) + text(user) + text(scheme) + 4 + CRC;
        for (Map.Entry<String, byte[]> attribute : attributes.entrySet()) {
            length = Math.addExact(length, text(attribute.getKey()) + 4);
            length = Math.addExact(length, attribute.getValue().length);
        }
        ByteBuffer out = ByteBuffer.allocate(length)
                .putInt(MAGIC)
                .put(VERSION)
                .putLong(created)
                .putLong(accessed)
                .putInt(timeoutSeconds);
        put(out, id);
        put(out, user);
        put(out, scheme);
        out.putInt(attributes.size());
        attributes.forEach((name, bytes) -> {
            put(out, name);
            out.putInt(bytes.length).put(bytes);
        });
        return out.putInt(crc(out.array(), out.position())).array();
    }

    /** The record that bytes are. */
    public static SessionRecord of(byte[] bytes) throws MalformedSessionException {
        head(bytes);
        if (bytes.length < HEAD + CRC
                || ByteBuffer.wrap(bytes).getInt(bytes.length - CRC) != crc(bytes, bytes.length - CRC)) {
            throw new MalformedSessionException("the check sum of its " + bytes.length
                    + " bytes is wrong: it was not written to the end, or has been changed since");
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 0, bytes.length - CRC);
        in.position(5);
        try {
            SessionRecord record = read(in);
            if (in.hasRemaining()) {
                throw new MalformedSessionException("goes on for " + in.remaining() + " bytes after its end");
            }
            return record;
        } catch (BufferUnderflowException e) {
            throw new MalformedSessionException("ends where more was announced");
        }
    }

    private static SessionRecord read(ByteBuffer in) throws MalformedSessionException {
        long created = in.getLong();
        long accessed = in.getLong();
        int timeoutSeconds = in.getInt();
        String id = needed(getText(in));
        String user = getText(in);
        String scheme = getText(in);
        if (user == null != (scheme == null)) {
            throw new MalformedSessionException("has a user without a scheme, or the other way round");
        }
        int count = in.getInt();
        Map<String, byte[]> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            String name = needed(getText(in));
            byte[] value = new byte[length(in.getInt(), 1, in)];
            in.get(value);
            attributes.put(name, value);
        }
        return new SessionRecord(id, created, accessed, timeoutSeconds, user, scheme, attributes);
    }

    /** Returns what the beginning of a record says; the rest may be damaged. */
    public static Head head(byte[] bytes) throws MalformedSessionException {
        if (bytes.length < HEAD || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
            throw new MalformedSessionException("does not begin as a session does");
        }
        if (bytes[4] != VERSION) {
            throw new MalformedSessionException(
                    "is of version " + bytes[4] + " of the format; this server knows version " + VERSION);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes, 5, HEAD - 5);
        return new Head(in.getLong(), in.getLong(), in.getInt());
    }

    private static int crc(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static int text(@Nullable String text) {
        return 4 + (text == null ? 0 : 2 * text.length());
    }

    private static void put(ByteBuffer out, @Nullable String text) {
        if (text == null) {
            out.putInt(-1);
        } else {
            out.putInt(text.length());
            for (int i = 0; i < text.length(); i++) {
                out.putChar(text.charAt(i));
            }
        }
    }

    private static @Nullable String getText(ByteBuffer in) throws MalformedSessionException {
        int said = in.getInt();
        if (said == -1) {
            return null;
        }
        char[] text = new char[length(said, 2, in)];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.getChar();
        }
        return new String(text);
    }

    private static String needed(@Nullable String text) throws MalformedSessionException {
        if (text == null) {
            throw new MalformedSessionException("has no text where one has to be");
        }
        return text;
    }

    /** A length that what is left can hold, so that a few bytes never make a large array. */
    private static int length(int said, int size, ByteBuffer in) throws MalformedSessionException {
        if (said < 0 || said > in.remaining() / size) {
            throw new MalformedSessionException("says a length of " + said + " at byte " + in.position());
        }
        return said;
    }
}
