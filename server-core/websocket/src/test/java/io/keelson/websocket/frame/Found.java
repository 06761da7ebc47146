package io.keelson.websocket.frame;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Writes down what a reader finds: whole messages, control frames, and in the end the fault. */
class Found implements FrameListener {
    final List<String> events = new ArrayList<>();
    int pieces;
    long bytes;
    boolean ready = true;
    private ByteArrayOutputStream message = new ByteArrayOutputStream();

    @Override
    public void data(Kind kind, byte[] content, int offset, int length, int unfinished, boolean last) {
        pieces++;
        bytes += length;
        message.write(content, offset, length);
        if (last) {
            byte[] all = message.toByteArray();
            message = new ByteArrayOutputStream();
            events.add(
                    kind == Kind.TEXT
                            ? "text " + new String(all, StandardCharsets.UTF_8)
                            : "binary " + HexFormat.of().formatHex(all));
        }
    }

    @Override
    public void ping(byte[] payload) {
        events.add("ping " + new String(payload, StandardCharsets.UTF_8));
    }

    @Override
    public void pong(byte[] payload) {
        events.add("pong " + new String(payload, StandardCharsets.UTF_8));
    }

    @Override
    public void close(int code, String reason) {
        events.add("close " + code + " " + reason);
    }

    @Override
    public boolean ready() {
        return ready;
    }

    /** Reads in pieces of that many bytes; the fault, if there is one, is the last event. */
    static List<String> in(byte[] input, int piece, DeflateAgreement agreement) {
        Found found = new Found();
        FrameReader reader = new FrameReader(found, Side.CLIENT, agreement);
        try {
            for (int at = 0; at < input.length; at += piece) {
                byte[] part = java.util.Arrays.copyOfRange(input, at, Math.min(input.length, at + piece));
                if (!reader.take(part, 0, part.length)) {
                    throw new AssertionError("input is left over though the listener is ready");
                }
            }
        } catch (ProtocolFault fault) {
            found.events.add("fault " + fault.code());
        } finally {
            reader.close();
        }
        return found.events;
    }
}
