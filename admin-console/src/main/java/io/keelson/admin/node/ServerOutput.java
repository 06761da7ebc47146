package io.keelson.admin.node;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Output of a server, as its file has it. */
final class ServerOutput {
    private ServerOutput() {}

    /**
     * A part of it: {@code {"from","to","text"}} in bytes of the file.
     *
     * @param from where it begins; negative for the end of the file; beyond the end, as after another start, from the beginning
     * @param most how many bytes at most
     */
    static JsonObject read(Path file, long from, int most) throws IOException {
        byte[] bytes = new byte[0];
        long begin = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            begin = from < 0 ? Math.max(0, size - most) : from > size ? 0 : from;
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, size - begin));
            while (buffer.hasRemaining() && channel.read(buffer, begin + buffer.position()) >= 0) {
                // until all is read, or the file has become shorter
            }
            bytes = new byte[buffer.position()];
            buffer.flip().get(bytes);
        } catch (NoSuchFileException e) {
            // It was never started here.
        }
        int length = whole(bytes);
        return Json.createObjectBuilder()
                .add("from", begin)
                .add("to", begin + length)
                .add("text", new String(bytes, 0, length, StandardCharsets.UTF_8))
                .build();
    }

    /** Returns how many bytes there are without a character that is cut at the end. */
    private static int whole(byte[] bytes) {
        int start = bytes.length - 1;
        while (start >= 0 && start > bytes.length - 4 && (bytes[start] & 0xC0) == 0x80) {
            start--;
        }
        if (start < 0 || bytes[start] >= 0) {
            return bytes.length;
        }
        int lead = bytes[start] & 0xFF;
        int length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
        return start + length > bytes.length && start > 0 ? start : bytes.length;
    }
}
