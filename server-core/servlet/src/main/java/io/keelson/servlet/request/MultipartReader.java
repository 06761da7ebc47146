package io.keelson.servlet.request;

import io.keelson.http.HttpHeaders;
import io.keelson.servlet.field.MediaTypes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads multipart/form-data (RFC 7578, RFC 2046, 5.1). Used once, on one thread.
 *
 * <p>Specification: Servlet 6.1, 3.2 File Upload; RFC 9110, 8.3.3 Multipart Types.
 */
public final class MultipartReader {
    private static final int HEADERS_MAXIMUM = 8192;

    private final InputStream body;
    private final byte[] delimiter;
    private final MultipartLimits limits;
    private final Charset charset;
    private final byte[] buffer;
    private final List<UploadedPart> parts = new ArrayList<>();
    private int position;
    private int limit;
    private long total;

    /** A reader of {@code body}; {@code charset} is that of the header fields of parts. */
    public MultipartReader(InputStream body, String boundary, MultipartLimits limits, Charset charset) {
        this.body = body;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        this.limits = limits;
        this.charset = charset;
        this.buffer = new byte[8192 + delimiter.length];
    }

    /**
     * Reads all parts. When it fails, no file is left.
     *
     * @throws RequestFault when the form is malformed or larger than a limit
     */
    public List<UploadedPart> read() throws IOException {
        try {
            // The first delimiter may stand at the very beginning, without a line end before it.
            buffer[0] = '\r';
            buffer[1] = '\n';
            limit = 2;
            copyUpToDelimiter(OutputStream.nullOutputStream(), -1);
            for (int number = 0; anotherPart(); number++) {
                if (number == limits.partsMaximum()) {
                    throw new RequestFault(413, "the form has more than " + limits.partsMaximum() + " parts");
                }
                readPart();
            }
            return parts;
        } catch (IOException | RuntimeException e) {
            for (UploadedPart part : parts) {
                part.delete();
            }
            throw e;
        }
    }

    /** After a delimiter: two hyphens end the form, a line end begins a part. */
    private boolean anotherPart() throws IOException {
        int first = readByte();
        int second = readByte();
        if (first == '-' && second == '-') {
            return false;
        }
        while (first == ' ' || first == '\t') {
            first = second;
            second = readByte();
        }
        if (first != '\r' || second != '\n') {
            throw malformed("a boundary is not followed by a line end");
        }
        return true;
    }

    private void readPart() throws IOException {
        HttpHeaders headers = readHeaders();
        String disposition = headers.get("Content-Disposition");
        String name = disposition == null ? null : MediaTypes.parameter(disposition, "name");
        if (disposition == null || name == null || !MediaTypes.type(disposition).equals("form-data")) {
            // Nobody could ask for it: it is read over, as other containers do, and the named ones count.
            copyUpToDelimiter(OutputStream.nullOutputStream(), limits.fileMaximum());
            return;
        }
        String fileName = fileName(disposition);
        try (Spool spool = new Spool()) {
            copyUpToDelimiter(spool, limits.fileMaximum());
            spool.endFile();
            parts.add(new UploadedPart(
                    headers, name, fileName, spool.memory(), spool.file, spool.size, limits.location()));
            spool.kept = true;
        }
    }

    private static @Nullable String fileName(String disposition) {
        String extended = MediaTypes.parameter(disposition, "filename*");
        if (extended != null && extended.regionMatches(true, 0, "UTF-8'", 0, 6)) {
            int quote = extended.indexOf('\'', 6);
            if (quote >= 0) {
                String encoded = extended.substring(quote + 1).replace("+", "%2B");
                try {
                    return java.net.URLDecoder.decode(encoded, StandardCharsets.UTF_8);
                } catch (IllegalArgumentException malformed) {
                    // As where there is none (RFC 6266, 4.3): the plain name counts.
                }
            }
        }
        return MediaTypes.parameter(disposition, "filename");
    }

    /** Header fields of a part are of MIME: a line that begins with a blank goes on with the field before it (RFC 5322, 2.2.3). */
    private HttpHeaders readHeaders() throws IOException {
        HttpHeaders headers = new HttpHeaders();
        StringBuilder field = new StringBuilder();
        int left = HEADERS_MAXIMUM;
        while (true) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            boolean whole = readLine(line, left);
            left -= line.size();
            String text = text(line.toByteArray());
            boolean folded = field.length() > 0 && (text.startsWith(" ") || text.startsWith("\t"));
            if (folded && !text.isBlank()) {
                field.append(' ').append(text.trim());
                continue;
            }
            if (field.length() > 0) {
                addHeader(headers, field.toString());
                field.setLength(0);
            }
            if (text.isBlank() && whole) {
                return headers;
            }
            field.append(text.trim());
            if (!whole) {
                // The form has ended: what there is of the field counts, or says what is wrong with it.
                addHeader(headers, field.toString());
                throw malformed("it ends within the header of a part");
            }
        }
    }

    /** Returns whether the line has its end. */
    private boolean readLine(ByteArrayOutputStream line, int most) throws IOException {
        for (int b = readByte(); b != '\n'; b = readByte()) {
            if (b < 0) {
                return false;
            }
            line.write(b);
            if (line.size() > most) {
                throw new RequestFault(413, "the header of a part is larger than " + HEADERS_MAXIMUM + " bytes");
            }
        }
        return true;
    }

    /** Names of files come in the form's charset; clients of old send Latin-1, which is no UTF-8 and is then read as what it is. */
    private String text(byte[] line) {
        try {
            return charset.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException otherwise) {
            return new String(line, StandardCharsets.ISO_8859_1);
        }
    }

    private static void addHeader(HttpHeaders headers, String line) {
        int colon = line.indexOf(':');
        if (colon <= 0) {
            throw malformed("a part has a header line without a colon");
        }
        try {
            headers.add(
                    line.substring(0, colon).trim(), line.substring(colon + 1).trim());
        } catch (IllegalArgumentException e) {
            throw new RequestFault(400, "the multipart form has a part with a malformed header field", e);
        }
    }

    private int readByte() throws IOException {
        return position < limit || fill() ? buffer[position++] & 0xff : -1;
    }

    private boolean fill() throws IOException {
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        int n = body.read(buffer, limit, buffer.length - limit);
        if (n < 0) {
            return false;
        }
        total += n;
        if (limits.requestMaximum() >= 0 && total > limits.requestMaximum()) {
            throw new RequestFault(413, "the form exceeds the size of " + limits.requestMaximum() + " bytes allowed");
        }
        limit += n;
        return true;
    }

    private void copyUpToDelimiter(OutputStream target, long most) throws IOException {
        long copied = 0;
        while (true) {
            int at = indexOfDelimiter();
            int safe = at >= 0 ? at : Math.max(position, limit - delimiter.length + 1);
            copied += safe - position;
            if (most >= 0 && copied > most) {
                // Spring knows by "exceed" and "size" that a form is too large, and then answers with 413.
                throw new RequestFault(413, "a part of the form exceeds the size of " + most + " bytes allowed");
            }
            target.write(buffer, position, safe - position);
            position = safe;
            if (at >= 0) {
                position = at + delimiter.length;
                return;
            }
            if (!fill()) {
                throw malformed("the form ends before its last boundary");
            }
        }
    }

    private int indexOfDelimiter() {
        for (int i = position; i <= limit - delimiter.length; i++) {
            int j = 0;
            while (j < delimiter.length && buffer[i + j] == delimiter[j]) {
                j++;
            }
            if (j == delimiter.length) {
                return i;
            }
        }
        return -1;
    }

    private static RequestFault malformed(String what) {
        return new RequestFault(400, "the multipart form is malformed: " + what);
    }

    /** Content of a part: in memory up to the threshold, then in a file, which is deleted unless it is kept. */
    private final class Spool extends OutputStream {
        private @Nullable ByteArrayOutputStream memory = new ByteArrayOutputStream();
        private @Nullable OutputStream out;
        private @Nullable Path file;
        private long size;
        private boolean kept;

        byte[] memory() {
            return memory == null ? new byte[0] : memory.toByteArray();
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            size += length;
            ByteArrayOutputStream small = memory;
            if (small != null && size <= limits.threshold()) {
                small.write(bytes, offset, length);
                return;
            }
            OutputStream large = out;
            if (large == null) {
                Files.createDirectories(limits.location());
                file = Files.createTempFile(limits.location(), "upload-", ".part");
                large = Files.newOutputStream(file);
                out = large;
                if (small != null) {
                    small.writeTo(large);
                    memory = null;
                }
            }
            large.write(bytes, offset, length);
        }

        void endFile() throws IOException {
            if (out != null) {
                out.close();
            }
        }

        @Override
        public void close() throws IOException {
            endFile();
            if (!kept && file != null) {
                Files.deleteIfExists(file);
            }
        }
    }
}
