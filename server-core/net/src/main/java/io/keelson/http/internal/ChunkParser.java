package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

import io.keelson.http.HttpHeaders;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads the framing of a chunked body, byte by byte but for the data. Extensions are read over and
 * bounded; trailer fields are kept, but not those that would say something about framing or routing. Confined to the
 * event loop.
 *
 * <p>Specification: RFC 9112, 7.1 Chunked Transfer Coding.
 */
final class ChunkParser {
    private static final int MOST_DIGITS = 15;
    private static final int MOST_EXTENSIONS = 4 * 1024;

    private final int maxTrailerSize;
    private final int maxTrailers;
    private final HttpHeaders.Owner trailers = new HttpHeaders.Owner();
    private State state = State.SIZE;
    private long size;
    private int digits;
    private int extensions;
    private byte[] line = new byte[128];
    private int lineLength;
    private int trailerSize;

    ChunkParser(int maxTrailerSize, int maxTrailers) {
        this.maxTrailerSize = maxTrailerSize;
        this.maxTrailers = maxTrailers;
    }

    private enum State {
        SIZE,
        BLANK,
        EXTENSION,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER,
        END
    }

    void reset() {
        state = State.SIZE;
        size = 0;
        digits = 0;
        extensions = 0;
        lineLength = 0;
        trailerSize = 0;
        trailers.reset();
    }

    HttpHeaders trailers() {
        return trailers.headers();
    }

    boolean ended() {
        return state == State.END;
    }

    /**
     * Takes framing up to data or the end.
     *
     * @return how many bytes of data may now be taken from {@code in}; 0 when more framing has to arrive or the body has
     *     ended
     */
    long next(ByteBuf in) throws Refusal {
        while (state != State.DATA && state != State.END && in.isReadable()) {
            take(in.readByte());
        }
        return state == State.DATA ? size : 0;
    }

    /** Says that data was taken. */
    void taken(int bytes) {
        size -= bytes;
        if (size == 0) {
            state = State.DATA_CR;
        }
    }

    private void take(byte b) throws Refusal {
        switch (state) {
            case SIZE -> size(b);
            case BLANK -> blank(b);
            case EXTENSION -> extension(b);
            case SIZE_LF -> endOfSize(b);
            case DATA_CR -> {
                require(b == '\r');
                state = State.DATA_LF;
            }
            case DATA_LF -> {
                require(b == '\n');
                state = State.SIZE;
                digits = 0;
            }
            case TRAILER -> trailer(b);
            case DATA, END -> throw new IllegalStateException("no framing here");
        }
    }

    private void size(byte b) throws Refusal {
        int digit = Ascii.hex(b);
        if (digit >= 0) {
            require(++digits <= MOST_DIGITS);
            size = size << 4 | digit;
            return;
        }
        require(digits > 0);
        afterSize(b);
    }

    private void blank(byte b) throws Refusal {
        count();
        require(FieldLine.isBlank(b) || b == ';');
        if (b == ';') {
            state = State.EXTENSION;
        }
    }

    private void afterSize(byte b) throws Refusal {
        if (b == '\r') {
            state = State.SIZE_LF;
        } else if (b == ';') {
            count();
            state = State.EXTENSION;
        } else {
            require(FieldLine.isBlank(b));
            count();
            state = State.BLANK;
        }
    }

    private void extension(byte b) throws Refusal {
        if (b == '\r') {
            state = State.SIZE_LF;
            return;
        }
        require(Ascii.isValue(b));
        count();
    }

    private void endOfSize(byte b) throws Refusal {
        require(b == '\n');
        state = size == 0 ? State.TRAILER : State.DATA;
    }

    private void count() throws Refusal {
        if (++extensions > MOST_EXTENSIONS) {
            throw bad("The chunk extensions are too long.");
        }
    }

    private void trailer(byte b) throws Refusal {
        if (++trailerSize > maxTrailerSize) {
            throw new Refusal(431, "The trailer fields are larger than " + maxTrailerSize + " bytes.");
        }
        if (lineLength == line.length) {
            line = java.util.Arrays.copyOf(line, 2 * line.length);
        }
        line[lineLength++] = b;
        if (b == '\n') {
            endOfTrailer();
            lineLength = 0;
        }
    }

    private void endOfTrailer() throws Refusal {
        int end = lineLength - 2;
        if (end < 0 || line[end] != '\r') {
            throw bad("A line does not end with CR LF.");
        }
        if (end == 0) {
            trailers.freeze();
            state = State.END;
            return;
        }
        int colon = FieldLine.name(line, 0, end);
        int start = FieldLine.valueStart(line, colon + 1, end);
        int valueEnd = FieldLine.valueEnd(line, start, end);
        if (trailers.headers().size() >= maxTrailers) {
            throw new Refusal(431, "There are more than " + maxTrailers + " trailer fields.");
        }
        String name = text(0, colon);
        if (!Forbidden.inTrailers(name)) {
            trailers.headers().add(name, text(start, valueEnd));
        }
    }

    private String text(int start, int end) {
        return new String(line, start, end - start, StandardCharsets.ISO_8859_1);
    }

    private static void require(boolean met) throws Refusal {
        if (!met) {
            throw bad("The framing of the chunked body is malformed.");
        }
    }
}
