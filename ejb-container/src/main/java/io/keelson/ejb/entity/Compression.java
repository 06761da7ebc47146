package io.keelson.ejb.entity;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Deflates what is short, and refuses to inflate more than that. */
final class Compression {
    private static final int MOST_BYTES = 64 << 10;

    private Compression() {}

    static byte[] deflate(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(plain);
        }
        return bytes.toByteArray();
    }

    static byte[] inflate(byte[] deflated) throws IOException {
        try (InflaterInputStream in = new InflaterInputStream(new ByteArrayInputStream(deflated))) {
            byte[] plain = in.readNBytes(MOST_BYTES + 1);
            if (plain.length > MOST_BYTES) {
                throw new IOException("a primary key has more than " + MOST_BYTES + " bytes");
            }
            return plain;
        }
    }
}
