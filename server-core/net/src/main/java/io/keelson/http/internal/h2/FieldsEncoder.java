package io.keelson.http.internal.h2;

import io.netty.buffer.ByteBuf;

/**
 * Writes header fields in the form of RFC 7541 that needs no table of the connection: names by their index in the static
 * table where they have one, values as they are. So a response is encoded by whoever owns its exchange, on its own thread
 * and in no order with others. Stateless.
 *
 * <p>Specification: RFC 7541, 6.2.2 Literal Header Field without Indexing; RFC 9113, 4.3 Field Section Compression and Decompression.
 */
public final class FieldsEncoder {
    private static final int NOT_INDEXED = 0x00;
    private static final int NEVER_INDEXED = 0x10;
    private static final int SET_COOKIE = 55;
    private static final int SHORT_PREFIX = 15;
    private static final int STRING_PREFIX = 127;

    private FieldsEncoder() {}

    /** The pseudo-field with the status. */
    public static void status(ByteBuf out, int status) {
        int index = switch (status) {
            case 200 -> 8;
            case 204 -> 9;
            case 206 -> 10;
            case 304 -> 11;
            case 400 -> 12;
            case 404 -> 13;
            case 500 -> 14;
            default -> 0;
        };
        if (index > 0) {
            out.writeByte(0x80 | index);
            return;
        }
        out.writeByte(NOT_INDEXED | StaticTable.STATUS);
        out.writeByte(3);
        out.writeByte('0' + status / 100);
        out.writeByte('0' + status / 10 % 10);
        out.writeByte('0' + status % 10);
    }

    public static void contentLength(ByteBuf out, long value) {
        integer(out, NOT_INDEXED, SHORT_PREFIX, StaticTable.CONTENT_LENGTH);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        out.writeByte(digits);
        int end = out.writerIndex() + digits;
        out.ensureWritable(digits);
        long rest = value;
        for (int i = end - 1; i >= end - digits; i--) {
            out.setByte(i, '0' + (int) (rest % 10));
            rest /= 10;
        }
        out.writerIndex(end);
    }

    /** The Date, whose value is that part of the bytes; shorter than 127. */
    public static void date(ByteBuf out, byte[] bytes, int from, int length) {
        integer(out, NOT_INDEXED, SHORT_PREFIX, StaticTable.DATE);
        out.writeByte(length);
        out.writeBytes(bytes, from, length);
    }

    /**
     * A field; its name is sent in lower case.
     *
     * @param name a token
     * @param value characters up to 0xff
     */
    public static void field(ByteBuf out, String name, String value) {
        int index = StaticTable.index(name);
        if (index > 0) {
            // What a cookie holds must not be kept in the table of a proxy either (RFC 7541, 7.1.3).
            integer(out, index == SET_COOKIE ? NEVER_INDEXED : NOT_INDEXED, SHORT_PREFIX, index);
        } else {
            out.writeByte(NOT_INDEXED);
            string(out, name, true);
        }
        string(out, value, false);
    }

    private static void string(ByteBuf out, String text, boolean lower) {
        int n = text.length();
        integer(out, 0, STRING_PREFIX, n);
        out.ensureWritable(n);
        int at = out.writerIndex();
        for (int i = 0; i < n; i++) {
            char c = text.charAt(i);
            out.setByte(at + i, lower && c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
        }
        out.writerIndex(at + n);
    }

    /** An integer behind a prefix of which some bits are taken (RFC 7541, 5.1). */
    private static void integer(ByteBuf out, int pattern, int most, int value) {
        if (value < most) {
            out.writeByte(pattern | value);
            return;
        }
        out.writeByte(pattern | most);
        int rest = value - most;
        while (rest >= 0x80) {
            out.writeByte(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }
}
