package io.keelson.websocket.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Builds a client's frames, right and wrong ones. */
final class ClientFrames {
    private static final byte[] KEY = {(byte) 0x9a, 0x1b, (byte) 0xfc, 0x7d};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** A frame with these first eight bits. */
    ClientFrames frame(int first, byte[] payload) {
        int n = payload.length;
        out.write(first);
        if (n <= 125) {
            out.write(0x80 | n);
        } else if (n <= 0xffff) {
            out.write(0x80 | 126);
            out.writeBytes(ByteBuffer.allocate(2).putShort((short) n).array());
        } else {
            out.write(0x80 | 127);
            out.writeBytes(ByteBuffer.allocate(8).putLong(n).array());
        }
        out.writeBytes(KEY);
        for (int i = 0; i < n; i++) {
            out.write(payload[i] ^ KEY[i & 3]);
        }
        return this;
    }

    ClientFrames frame(int first, String payload) {
        return frame(first, payload.getBytes(StandardCharsets.UTF_8));
    }

    ClientFrames text(String payload) {
        return frame(0x81, payload);
    }

    ClientFrames raw(int... bytes) {
        for (int b : bytes) {
            out.write(b);
        }
        return this;
    }

    ClientFrames close(int code, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        return frame(
                0x88,
                ByteBuffer.allocate(2 + text.length)
                        .putShort((short) code)
                        .put(text)
                        .array());
    }

    byte[] bytes() {
        return out.toByteArray();
    }
}
