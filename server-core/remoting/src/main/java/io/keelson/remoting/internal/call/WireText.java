package io.keelson.remoting.internal.call;

import io.netty.buffer.ByteBuf;
import java.io.StreamCorruptedException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Texts and bytes in the heads of requests and answers: two bytes length, then the bytes; texts in UTF-8. */
final class WireText {
    private static final int LONGEST = 0xffff;

    private WireText() {}

    /** Writes a text. What is longer than 64 KiB is cut off; names are checked before. */
    static void write(ByteBuf to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(to, bytes.length > LONGEST ? Arrays.copyOf(bytes, LONGEST) : bytes);
    }

    static void write(ByteBuf to, byte[] bytes) {
        if (bytes.length > LONGEST) {
            throw new IllegalArgumentException(
                    "a context of a call has " + bytes.length + " bytes; at most 65535 travel");
        }
        to.writeShort(bytes.length).writeBytes(bytes);
    }

    static String read(ByteBuf from) throws StreamCorruptedException {
        return new String(readBytes(from), StandardCharsets.UTF_8);
    }

    static byte[] readBytes(ByteBuf from) throws StreamCorruptedException {
        if (from.readableBytes() < 2 || from.readableBytes() < 2 + from.getUnsignedShort(from.readerIndex())) {
            throw new StreamCorruptedException("a text of the message is cut off");
        }
        byte[] bytes = new byte[from.readUnsignedShort()];
        from.readBytes(bytes);
        return bytes;
    }
}
