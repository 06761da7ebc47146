package io.keelson.net.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Part of DER (X.690) that certificates and wrappings of keys take. */
final class Der {
    static final int SEQUENCE = 0x30;
    static final int OCTET_STRING = 0x04;

    private static final int SET = 0x31;
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int FIRST_GENERALIZED_YEAR = 2050;
    private static final byte[] NULL = {0x05, 0};

    private Der() {}

    /** A tag, the length of what the parts are together, and the parts. */
    static byte[] tagged(int tag, byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(p -> p.length).sum();
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + 6);
        out.write(tag);
        if (length < 0x80) {
            out.write(length);
        } else {
            byte[] digits = unsigned(length);
            out.write(0x80 | digits.length);
            out.writeBytes(digits);
        }
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] unsigned(int number) {
        byte[] bytes = BigInteger.valueOf(number).toByteArray();
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, parts);
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, parts);
    }

    static byte[] integer(BigInteger number) {
        return tagged(INTEGER, number.toByteArray());
    }

    static byte[] truth() {
        return tagged(BOOLEAN, new byte[] {(byte) 0xff});
    }

    static byte[] nothing() {
        return NULL.clone();
    }

    static byte[] octets(byte[] bytes) {
        return tagged(OCTET_STRING, bytes);
    }

    /** A string of whole bytes. */
    static byte[] bits(byte[] bytes) {
        return tagged(BIT_STRING, new byte[] {0}, bytes);
    }

    /** One byte of named bits; the last {@code unused} of them are not there. */
    static byte[] namedBits(int bits, int unused) {
        return tagged(BIT_STRING, new byte[] {(byte) unused, (byte) bits});
    }

    static byte[] text(String text) {
        return tagged(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] time(Instant time) {
        var utc = time.atOffset(ZoneOffset.UTC);
        boolean early = utc.getYear() < FIRST_GENERALIZED_YEAR;
        String form = early ? "yyMMddHHmmss'Z'" : "yyyyMMddHHmmss'Z'";
        return tagged(
                early ? UTC_TIME : GENERALIZED_TIME,
                DateTimeFormatter.ofPattern(form, Locale.ROOT).format(utc).getBytes(StandardCharsets.US_ASCII));
    }

    static byte[] objectIdentifier(String dotted) {
        String[] arcs = dotted.split("\\.");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(40 * Integer.parseInt(arcs[0]) + Integer.parseInt(arcs[1]));
        for (int i = 2; i < arcs.length; i++) {
            int arc = Integer.parseInt(arcs[i]);
            for (int shift = 28; shift > 0; shift -= 7) {
                if (arc >>> shift != 0) {
                    out.write(0x80 | arc >>> shift & 0x7f);
                }
            }
            out.write(arc & 0x7f);
        }
        return tagged(OBJECT_IDENTIFIER, out.toByteArray());
    }

    /** A value with its tag. */
    record Value(int tag, byte[] content) {}

    /**
     * The values that follow one another.
     *
     * @throws IllegalArgumentException where they are not whole
     */
    static List<Value> read(byte[] bytes) {
        List<Value> values = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            int tag = bytes[at++] & 0xff;
            int length = at < bytes.length ? bytes[at++] & 0xff : Integer.MAX_VALUE;
            if (length >= 0x80 && length != Integer.MAX_VALUE) {
                int digits = length & 0x7f;
                length = 0;
                for (int i = 0; i < digits && digits <= 3 && at < bytes.length; i++) {
                    length = length << 8 | bytes[at++] & 0xff;
                }
                length = digits == 0 || digits > 3 ? Integer.MAX_VALUE : length;
            }
            if (length > bytes.length - at) {
                throw new IllegalArgumentException("a value of DER is cut off");
            }
            values.add(new Value(tag, Arrays.copyOfRange(bytes, at, at + length)));
            at += length;
        }
        return values;
    }
}
