package io.keelson.http.internal;

import static io.keelson.http.internal.Refusal.bad;

import io.keelson.http.HttpHeaders;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the responses of a server, one after the other. As strict as the side of requests: what
 * could be read in two ways is refused, since whoever reads it next might read it in the other one. Confined to its loop.
 *
 * <p>Specification: RFC 9112, 4 Status Line; RFC 9112, 5 Field Syntax; RFC 9112, 6.3 Message Body Length.
 */
final class ResponseParser {
    static final int MOST_HEAD = 64 * 1024;
    private static final int MOST_FIELDS = 200;
    private static final int MOST_DIGITS = 18;
    private static final long NOT_GIVEN = -1;
    private static final int SWITCHING = 101;

    private final Events events;
    private final ChunkParser chunks = new ChunkParser(MOST_HEAD, MOST_FIELDS);
    private Next next = Next.NOTHING;
    private byte[] line = new byte[256];
    private int lineLength;
    private int headSize;
    private boolean statusRead;
    private boolean http11;
    private int status;
    private HttpHeaders.Owner fields = new HttpHeaders.Owner();
    private boolean headOnly;
    private long length;
    private boolean chunked;
    private boolean close;
    private boolean keep;
    private boolean persistent;
    private boolean begun;

    ResponseParser(Events events) {
        this.events = events;
    }

    /** Kind of what comes next. */
    enum Next {
        HEAD,
        LENGTH,
        CHUNKS,
        UNTIL_CLOSE,
        RAW,
        /** Nothing is asked for. */
        NOTHING
    }

    /** Receiver of what was read. */
    interface Events {
        void interim(int status, HttpHeaders headers);

        /** {@code length}: -1 where the end will show. */
        void head(int status, HttpHeaders headers, long length);

        /** Bytes of the body, from the buffer's reader index to its writer index. */
        void data(ByteBuf bytes);

        void responseEnded(HttpHeaders trailers);
    }

    /** A request of that method is sent, so a response is to come. */
    void expect(String method) {
        headOnly = method.equals("HEAD");
        begun = false;
        beginHead();
    }

    private void beginHead() {
        next = Next.HEAD;
        statusRead = false;
        lineLength = 0;
        headSize = 0;
        length = NOT_GIVEN;
        chunked = false;
        close = false;
        keep = false;
        fields = new HttpHeaders.Owner();
    }

    Next next() {
        return next;
    }

    /** Returns whether any byte of the response has come. */
    boolean begun() {
        return begun;
    }

    /** Returns whether the server means to go on using the connection. After the end of a response. */
    boolean persistent() {
        return persistent;
    }

    /** Takes what has come. Stops where the response ends; what is left belongs to nothing. */
    void read(ByteBuf in) throws Refusal {
        begun |= in.isReadable() && next != Next.NOTHING;
        while (in.isReadable() && next != Next.NOTHING) {
            switch (next) {
                case HEAD -> head(in);
                case LENGTH -> counted(in);
                case CHUNKS -> chunks(in);
                case UNTIL_CLOSE, RAW -> all(in);
                case NOTHING -> throw new IllegalStateException("nothing is read now");
            }
        }
    }

    /** The server has ended its side. Returns whether that is an end in good order of what was to come. */
    boolean inputEnded() {
        if (next == Next.UNTIL_CLOSE || next == Next.RAW) {
            persistent = false;
            ended(HttpHeaders.none());
            return true;
        }
        return next == Next.NOTHING;
    }

    // ---- the head

    private void head(ByteBuf in) throws Refusal {
        while (in.isReadable() && next == Next.HEAD) {
            byte b = in.readByte();
            if (++headSize > MOST_HEAD) {
                throw bad("The head of the response is larger than " + MOST_HEAD + " bytes.");
            }
            if (lineLength == line.length) {
                line = Arrays.copyOf(line, 2 * line.length);
            }
            line[lineLength++] = b;
            if (b == '\n') {
                int end = lineLength - 2;
                if (end < 0 || line[end] != '\r') {
                    throw bad("A line of the response does not end with CR LF.");
                }
                lineLength = 0;
                line(end);
            }
        }
    }

    private void line(int end) throws Refusal {
        if (!statusRead) {
            statusLine(end);
            statusRead = true;
        } else if (end > 0) {
            field(end);
        } else {
            endOfHead();
        }
    }

    /** {@code HTTP/1.1 200 OK}; the reason may be missing, with the blank before it. */
    private void statusLine(int end) throws Refusal {
        boolean proper = end >= 12
                && Ascii.equalsIgnoreCase(line, 0, 7, "http/1.")
                && line[0] == 'H'
                && (line[7] == '0' || line[7] == '1')
                && line[8] == ' '
                && (end == 12 || line[12] == ' ');
        int code = 0;
        for (int i = 9; proper && i < 12; i++) {
            int digit = line[i] - '0';
            proper = digit >= 0 && digit <= 9;
            code = 10 * code + digit;
        }
        if (!proper || code < 100) {
            throw bad("The response has no proper status line.");
        }
        http11 = line[7] == '1';
        status = code;
    }

    private void field(int end) throws Refusal {
        int colon = FieldLine.name(line, 0, end);
        int start = FieldLine.valueStart(line, colon + 1, end);
        int valueEnd = FieldLine.valueEnd(line, start, end);
        if (fields.headers().size() >= MOST_FIELDS) {
            throw bad("The response has more than " + MOST_FIELDS + " header fields.");
        }
        String value = new String(line, start, valueEnd - start, StandardCharsets.ISO_8859_1);
        if (Ascii.equalsIgnoreCase(line, 0, colon, "content-length")) {
            contentLength(value);
        } else if (Ascii.equalsIgnoreCase(line, 0, colon, "transfer-encoding")) {
            if (chunked || !value.equalsIgnoreCase("chunked")) {
                throw bad("The response has a Transfer-Encoding that is not known here.");
            }
            chunked = true;
        } else if (Ascii.equalsIgnoreCase(line, 0, colon, "connection")) {
            for (String option : value.split(",", -1)) {
                close |= option.strip().equalsIgnoreCase("close");
                keep |= option.strip().equalsIgnoreCase("keep-alive");
            }
        }
        fields.addChecked(new String(line, 0, colon, StandardCharsets.ISO_8859_1), value);
    }

    private void contentLength(String value) throws Refusal {
        if (length != NOT_GIVEN) {
            throw bad("The response has two lengths.");
        }
        if (value.isEmpty() || value.length() > MOST_DIGITS || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw bad("The Content-Length of the response is malformed.");
        }
        length = Long.parseLong(value);
    }

    private void endOfHead() throws Refusal {
        if (chunked && (length != NOT_GIVEN || !http11)) {
            throw bad("The response has a Transfer-Encoding beside Content-Length, or in HTTP/1.0.");
        }
        fields.freeze();
        if (status == SWITCHING) {
            persistent = false;
            next = Next.RAW;
            events.head(status, fields.headers(), -1);
            return;
        }
        if (status < 200) {
            int code = status;
            HttpHeaders interim = fields.headers();
            beginHead();
            events.interim(code, interim);
            return;
        }
        persistent = http11 ? !close : keep && !close;
        body();
    }

    private void body() {
        boolean none = headOnly || status == 204 || status == 304 || length == 0;
        if (none) {
            events.head(status, fields.headers(), 0);
            ended(HttpHeaders.none());
        } else if (chunked) {
            chunks.reset();
            next = Next.CHUNKS;
            events.head(status, fields.headers(), -1);
        } else if (length > 0) {
            next = Next.LENGTH;
            events.head(status, fields.headers(), length);
        } else {
            persistent = false;
            next = Next.UNTIL_CLOSE;
            events.head(status, fields.headers(), -1);
        }
    }

    // ---- the body

    private void counted(ByteBuf in) {
        int n = (int) Math.min(in.readableBytes(), length);
        length -= n;
        events.data(in.readSlice(n));
        if (length == 0 && next == Next.LENGTH) {
            ended(HttpHeaders.none());
        }
    }

    private void chunks(ByteBuf in) throws Refusal {
        long ready = chunks.next(in);
        if (ready > 0) {
            int n = (int) Math.min(in.readableBytes(), ready);
            if (n > 0) {
                ByteBuf data = in.readSlice(n);
                chunks.taken(n);
                events.data(data);
            }
        } else if (chunks.ended()) {
            ended(chunks.trailers());
        }
    }

    private void all(ByteBuf in) {
        events.data(in.readSlice(in.readableBytes()));
    }

    private void ended(HttpHeaders trailers) {
        next = Next.NOTHING;
        events.responseEnded(trailers);
    }

    /** Nobody waits for anything any more. */
    void forget() {
        next = Next.NOTHING;
    }
}
