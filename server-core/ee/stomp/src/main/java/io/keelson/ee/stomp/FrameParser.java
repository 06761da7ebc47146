package io.keelson.ee.stomp;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames from what a client sends. Keeps what has come of a frame within its limits: memory follows what has come, not what is
 * announced. After a mistake it is of no use any more. Of one connection and one thread.
 */
final class FrameParser {
    private static final byte[] NOTHING = {};
    private static final int SMALL = 256;

    /**
     * Limits of a frame.
     *
     * @param headerBytes of all headers together
     * @param headers their number
     * @param body its bytes
     */
    record Limits(int headerBytes, int headers, int body) {}

    private enum Part {
        COMMAND,
        HEADERS,
        COUNTED_BODY,
        BODY,
        END
    }

    private Limits limits;
    private Version version = Version.V1_0;
    private Part part = Part.COMMAND;
    private byte[] line = new byte[SMALL];
    private int lineLength;
    private Command command = Command.CONNECT;
    private Map<String, String> headers = Map.of();
    private int headerBytes;
    private int headerCount;
    private byte[] body = NOTHING;
    private int bodyLength;
    private int announced;

    FrameParser(Limits limits) {
        this.limits = limits;
    }

    /** Reads what follows as frames of a version, with other limits. */
    void speak(Version agreed, Limits granted) {
        version = agreed;
        limits = granted;
    }

    /**
     * Returns the next frame; null where more bytes are needed, and all are read. Line ends between frames are heart-beats and read over.
     *
     * @throws FrameException where what comes is no frame, or is beyond the limits
     */
    @Nullable
    Frame next(ByteBuf in) throws FrameException {
        while (in.isReadable()) {
            switch (part) {
                case COMMAND -> readCommand(in);
                case HEADERS -> readHeader(in);
                case COUNTED_BODY -> readCounted(in);
                case BODY -> {
                    if (readBody(in)) {
                        return frame();
                    }
                }
                case END -> {
                    if (in.readByte() != 0) {
                        throw wrong(
                                command == Command.SEND
                                        ? "a NUL is missing behind the " + announced + " bytes of content-length"
                                        : "only SEND has a body; a NUL is missing behind the headers of " + command);
                    }
                    return frame();
                }
            }
        }
        return null;
    }

    private Frame frame() {
        byte[] whole = body.length == bodyLength ? body : Arrays.copyOf(body, bodyLength);
        Frame made = new Frame(command, headers, whole);
        part = Part.COMMAND;
        headers = Map.of();
        body = NOTHING;
        bodyLength = 0;
        return made;
    }

    // ---- lines -----------------------------------------------------------------------------------------------------

    /** Reads on in a line. Returns true where its end has come; the line is then without it. */
    private boolean readLine(ByteBuf in, int most, String tooLong) throws FrameException {
        int end = in.forEachByte(each -> each != '\n' && each != 0);
        int length = (end < 0 ? in.writerIndex() : end) - in.readerIndex();
        if (length > most + 1 - lineLength) { // with a CR
            throw wrong(tooLong);
        }
        if (line.length < lineLength + length) {
            line = Arrays.copyOf(line, Math.max(lineLength + length, Math.min(2 * line.length, most + 1)));
        }
        in.readBytes(line, lineLength, length);
        lineLength += length;
        if (end < 0) {
            return false;
        }
        if (in.readByte() == 0) {
            throw wrong("a line ends with a NUL instead of a line end; an empty line ends the headers");
        }
        if (lineLength > 0 && line[lineLength - 1] == '\r') {
            lineLength--;
        }
        if (lineLength > most) {
            throw wrong(tooLong);
        }
        return true;
    }

    private void readCommand(ByteBuf in) throws FrameException {
        if (!readLine(in, Command.LONGEST, "the command is none of STOMP") || lineLength == 0) {
            return;
        }
        Command known = Command.of(new String(line, 0, lineLength, StandardCharsets.ISO_8859_1));
        lineLength = 0;
        if (known == null) {
            throw new FrameException("the command is none of STOMP");
        }
        command = known;
        headers = new LinkedHashMap<>();
        headerBytes = 0;
        headerCount = 0;
        part = Part.HEADERS;
    }

    private void readHeader(ByteBuf in) throws FrameException {
        String tooLong = "the headers of a frame are larger than " + limits.headerBytes() + " bytes";
        if (!readLine(in, limits.headerBytes() - headerBytes, tooLong)) {
            return;
        }
        if (lineLength == 0) {
            beginBody();
            return;
        }
        headerBytes += lineLength;
        if (++headerCount > limits.headers()) {
            throw wrong("a frame has more than " + limits.headers() + " headers");
        }
        String text = text();
        lineLength = 0;
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw wrong("a header of " + command + " has no " + (colon < 0 ? "colon" : "name"));
        }
        String name = text.substring(0, colon);
        String value = text.substring(colon + 1);
        if (command.connects()) {
            headers.putIfAbsent(name, value);
        } else if (version == Version.V1_0) {
            headers.putIfAbsent(name.trim(), value.trim()); // its examples have blanks
        } else {
            headers.putIfAbsent(version.unescaped(name), version.unescaped(value));
        }
    }

    private String text() throws FrameException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, lineLength))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong("a header of " + command + " is not UTF-8");
        }
    }

    private FrameException wrong(String what) {
        return new FrameException(what, headers.get("receipt"));
    }

    // ---- bodies ----------------------------------------------------------------------------------------------------

    private void beginBody() throws FrameException {
        if (line.length > 4 * SMALL) {
            line = new byte[SMALL];
        }
        String length = headers.get("content-length");
        announced = length == null ? 0 : length(length.trim());
        if (command != Command.SEND) {
            if (announced > 0) {
                throw wrong("only SEND has a body; the content-length of " + command + " is to be 0");
            }
            part = Part.END;
        } else if (length == null) {
            part = Part.BODY;
        } else {
            part = announced == 0 ? Part.END : Part.COUNTED_BODY;
        }
    }

    private int length(String text) throws FrameException {
        long length = -1;
        try {
            length = text.startsWith("+") ? -1 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw wrong("content-length is no number");
        }
        if (length < 0) {
            throw wrong("content-length is no number");
        }
        if (length > limits.body()) {
            throw wrong(tooLarge());
        }
        return (int) length;
    }

    private String tooLarge() {
        return "the body is larger than the " + limits.body() + " bytes of stomp.max-message-size";
    }

    private void readCounted(ByteBuf in) {
        append(in, Math.min(in.readableBytes(), announced - bodyLength), announced);
        if (bodyLength == announced) {
            part = Part.END;
        }
    }

    /** Reads on to the NUL. Returns true where it has come. */
    private boolean readBody(ByteBuf in) throws FrameException {
        int length = in.bytesBefore((byte) 0);
        int part = length < 0 ? in.readableBytes() : length;
        if (part > limits.body() - bodyLength) {
            throw wrong(tooLarge());
        }
        append(in, part, limits.body());
        if (length >= 0) {
            in.skipBytes(1);
        }
        return length >= 0;
    }

    private void append(ByteBuf in, int length, int most) {
        if (body.length < bodyLength + length) {
            int wanted = (int) Math.min(most, Math.max(2L * body.length, bodyLength + length));
            body = Arrays.copyOf(body, wanted);
        }
        in.readBytes(body, bodyLength, length);
        bodyLength += length;
    }
}
