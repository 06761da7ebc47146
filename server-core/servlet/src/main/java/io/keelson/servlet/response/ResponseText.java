package io.keelson.servlet.response;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Encodes text straight into the response's buffer. ASCII in the usual charsets takes a shortcut; a character that the charset
 * does not have becomes its replacement. Confined to the request's thread.
 *
 * <p>Specification: Servlet 6.1, 5.6 Internationalization.
 */
final class ResponseText extends Writer {
    /** Number of characters that are taken out of a string at a time. */
    private static final int PART = 512;

    private final ResponseOutput output;
    private final Charset charset;
    private final boolean ascii;
    private @Nullable CharsetEncoder encoder;
    private char[] part = {};
    private char high;

    ResponseText(ResponseOutput output, Charset charset) {
        this.output = output;
        this.charset = charset;
        this.ascii = charset.equals(StandardCharsets.UTF_8)
                || charset.equals(StandardCharsets.ISO_8859_1)
                || charset.equals(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(int c) throws IOException {
        if (output.closed()) {
            return;
        }
        if (ascii && high == 0 && c < 0x80) {
            output.write(c);
        } else {
            encode(CharBuffer.wrap(new char[] {(char) c}));
        }
    }

    @Override
    public void write(String text, int offset, int count) throws IOException {
        int i = offset;
        int end = offset + count;
        while (i < end) {
            char[] part = part(end - i);
            int length = Math.min(part.length, end - i);
            text.getChars(i, i + length, part, 0);
            write(part, 0, length);
            i += length;
        }
    }

    private char[] part(int count) {
        char[] ready = part;
        if (ready.length < Math.min(count, PART)) {
            ready = new char[Math.min(count, PART)];
            part = ready;
        }
        return ready;
    }

    @Override
    public void write(char[] text, int offset, int count) throws IOException {
        if (output.closed()) {
            return;
        }
        int i = offset;
        int end = offset + count;
        if (ascii && high == 0) {
            i += output.writeAscii(text, offset, end);
        }
        if (i < end) {
            encode(CharBuffer.wrap(text, i, end - i));
        }
    }

    private void encode(CharBuffer text) throws IOException {
        CharBuffer joined = text;
        if (high != 0) {
            joined = CharBuffer.allocate(text.remaining() + 1)
                    .put(high)
                    .put(text)
                    .flip();
            high = 0;
        }
        CharsetEncoder ready = encoder();
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(1024, 16 + 4 * joined.remaining()));
        CoderResult result;
        do {
            result = ready.encode(joined, bytes, false);
            output.write(bytes.array(), 0, bytes.position());
            bytes.clear();
        } while (result.isOverflow());
        // One half of a surrogate pair waits for the other.
        if (joined.hasRemaining()) {
            high = joined.get();
        }
    }

    private CharsetEncoder encoder() {
        CharsetEncoder ready = encoder;
        if (ready == null) {
            ready = charset.newEncoder()
                    .onMalformedInput(CodingErrorAction.REPLACE)
                    .onUnmappableCharacter(CodingErrorAction.REPLACE);
            encoder = ready;
        }
        return ready;
    }

    /** Writes what the encoder still holds: the shift sequence of a stateful charset. */
    void end() throws IOException {
        CharsetEncoder used = encoder;
        if (used != null) {
            ByteBuffer bytes = ByteBuffer.allocate(64);
            CharBuffer rest = high == 0 ? CharBuffer.allocate(0) : CharBuffer.wrap(new char[] {high});
            high = 0;
            used.encode(rest, bytes, true);
            used.flush(bytes);
            encoder = null;
            output.write(bytes.array(), 0, bytes.position());
        }
    }

    @Override
    public void flush() throws IOException {
        if (!output.closed()) {
            output.flush();
        }
    }

    @Override
    public void close() throws IOException {
        if (!output.closed()) {
            end();
            output.close();
        }
    }
}
