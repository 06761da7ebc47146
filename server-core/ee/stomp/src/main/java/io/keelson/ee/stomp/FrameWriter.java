package io.keelson.ee.stomp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Writes frames of the server. Stateless. */
final class FrameWriter {
    private static final byte[] NUL = {0};

    private FrameWriter() {}

    /**
     * Returns a frame as bytes, without copying the body.
     *
     * @param body with a content-length where it is not empty
     */
    static ByteBuf write(Version version, String command, Map<String, String> headers, byte[] body) {
        StringBuilder head = new StringBuilder(256).append(command).append('\n');
        boolean plain = command.equals("CONNECTED"); // has no escapes
        headers.forEach((name, value) -> head.append(plain ? name : version.escaped(name))
                .append(':')
                .append(plain ? value : version.escaped(value))
                .append('\n'));
        if (body.length > 0) {
            head.append("content-length:").append(body.length).append('\n');
        }
        byte[] start = head.append('\n').toString().getBytes(StandardCharsets.UTF_8);
        return Unpooled.wrappedBuffer(start, body, NUL);
    }
}
