package io.keelson.servlet.statics;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file or ranges of it: from memory where it is small, as a file region where the response can, else copied. One a
 * response.
 */
final class FileSender {
    private static final int CHUNK = 16 << 10;

    private final WebResources resources;
    private final WebResource resource;
    private final HttpServletResponse response;
    private final boolean head;

    FileSender(WebResources resources, WebResource resource, HttpServletResponse response, boolean head) {
        this.resources = resources;
        this.resource = resource;
        this.response = response;
        this.head = head;
    }

    void whole() throws IOException {
        if (head || resource.length() == 0) {
            response.setContentLengthLong(resource.length());
            return;
        }
        try {
            response.getOutputStream();
        } catch (IllegalStateException e) {
            // Who forwarded to the file had begun to write characters: the length in octets is the encoding's.
            response.getWriter().write(Files.readString(resource.file(), StandardCharsets.UTF_8));
            return;
        }
        response.setContentLengthLong(resource.length());
        send(new ByteRange(0, resource.length() - 1));
    }

    /** A file within another response: its bytes, or its characters where that response is written as characters. */
    static void include(WebResources resources, WebResource resource, HttpServletResponse response) throws IOException {
        ServletOutputStream out;
        try {
            out = response.getOutputStream();
        } catch (IllegalStateException e) {
            Writer writer = response.getWriter();
            writer.write(Files.readString(resource.file(), StandardCharsets.UTF_8));
            return;
        }
        byte[] content = resources.content(resource);
        if (content != null) {
            out.write(content);
        } else {
            Files.copy(resource.file(), out);
        }
    }

    void ranges(List<ByteRange> ranges) throws IOException {
        response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
        if (ranges.size() == 1) {
            ByteRange range = ranges.get(0);
            response.setHeader("Content-Range", range.contentRange(resource.length()));
            response.setContentLengthLong(range.count());
            send(range);
        } else {
            multipart(ranges);
        }
    }

    /** RFC 9110, 14.6. The length is known beforehand, so that the response need not be chunked. */
    private void multipart(List<ByteRange> ranges) throws IOException {
        String boundary = UUID.randomUUID().toString();
        @Nullable String type = response.getContentType();
        List<byte[]> heads = new ArrayList<>();
        byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
        long length = end.length;
        for (ByteRange range : ranges) {
            byte[] part = (heads.isEmpty() ? "" : "\r\n")
                    .concat("--" + boundary + "\r\n"
                            + (type == null ? "" : "Content-Type: " + type + "\r\n")
                            + "Content-Range: " + range.contentRange(resource.length()) + "\r\n\r\n")
                    .getBytes(StandardCharsets.ISO_8859_1);
            heads.add(part);
            length += part.length + range.count();
        }
        response.setContentType("multipart/byteranges; boundary=" + boundary);
        response.setContentLengthLong(length);
        OutputStream out = response.getOutputStream();
        for (int i = 0; i < ranges.size(); i++) {
            out.write(heads.get(i));
            copy(ranges.get(i), out);
        }
        out.write(end);
    }

    private void send(ByteRange range) throws IOException {
        byte[] content = resources.content(resource);
        if (content != null) {
            response.getOutputStream().write(content, (int) range.first(), (int) range.count());
        } else if (response instanceof FileSink sink) {
            sink.writeFile(FileChannel.open(resource.file(), StandardOpenOption.READ), range.first(), range.count());
        } else {
            copy(range, response.getOutputStream());
        }
    }

    private void copy(ByteRange range, OutputStream out) throws IOException {
        try (FileChannel file = FileChannel.open(resource.file(), StandardOpenOption.READ)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            long position = range.first();
            while (position <= range.last()) {
                chunk.clear().limit((int) Math.min(CHUNK, range.last() - position + 1));
                int read = file.read(chunk, position);
                if (read < 0) {
                    throw new IOException(resource.file() + " became shorter while it was sent");
                }
                out.write(chunk.array(), 0, read);
                position += read;
            }
        }
    }
}
