package io.keelson.ee.iiop.csi;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes an encapsulation of CDR, most significant octets first. Confined to a thread. */
final class CdrWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    CdrWriter() {
        bool(false);
    }

    private CdrWriter number(int bytes, long value) {
        while (out.size() % bytes != 0) {
            out.write(0);
        }
        for (int i = bytes - 1; i >= 0; i--) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }

    CdrWriter bool(boolean value) {
        out.write(value ? 1 : 0);
        return this;
    }

    CdrWriter ushort(int value) {
        return number(2, value);
    }

    CdrWriter int32(int value) {
        return number(4, value);
    }

    CdrWriter int64(long value) {
        return number(8, value);
    }

    CdrWriter octets(byte[] value) {
        int32(value.length);
        out.writeBytes(value);
        return this;
    }

    CdrWriter string(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.ISO_8859_1);
        int32(bytes.length + 1);
        out.writeBytes(bytes);
        return bool(false);
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
