package io.keelson.servlet.statics;

import io.keelson.http.FileBody;
import jakarta.servlet.http.HttpServletResponse;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sends a file or ranges of it: from memory where it is small, as parts of a file where the response can, else copied. One a
 * response.
 *
 * <p>Specification: RFC 9110, 14.2 Range; RFC 9110, 15.3.7 206 Partial Content.
 */
final class FileSender {
    private static final int CHUNK = 16 << 10;

    private final WebResources resources;
    private final StaticsSettings settings;
    private final Variant variant;
    private final WebResource resource;
    private final HttpServletResponse response;
    private final boolean head;
    private final boolean mayHaveGrown;

    /**
     * For one response.
     *
     * @param mayHaveGrown whether a file that is longer than it was is sent as far as it went
     */
    FileSender(
            WebResources resources,
            StaticsSettings settings,
            Variant variant,
            HttpServletResponse response,
            boolean head,
            boolean mayHaveGrown) {
        this.resources = resources;
        this.settings = settings;
        this.variant = variant;
        this.resource = variant.resource();
        this.response = response;
        this.head = head;
        this.mayHaveGrown = mayHaveGrown;
    }

    /**
     * The whole of it.
     *
     * @throws StaleFileException when the file has changed, before anything was sent
     */
    void whole() throws IOException {
        if (head || resource.length() == 0) {
            describe();
            response.setContentLengthLong(resource.length());
            return;
        }
        try {
            response.getOutputStream();
        } catch (IllegalStateException e) {
            // Who forwarded to the file had begun to write characters: the length in octets is the encoding's.
            describeType();
            FileText.in(settings.fileEncoding()).write(resource, response.getWriter());
            return;
        }
        send(new ByteRange(0, resource.length() - 1), HttpServletResponse.SC_OK);
    }

    /** Parts of it, as {@link #whole}. */
    void ranges(List<ByteRange> ranges) throws IOException {
        if (ranges.size() == 1) {
            send(ranges.get(0), HttpServletResponse.SC_PARTIAL_CONTENT);
        } else {
            multipart(ranges);
        }
    }

    private void send(ByteRange range, int status) throws IOException {
        byte[] content = resources.content(resource);
        if (content != null) {
            describe(range, status);
            response.getOutputStream().write(content, (int) range.first(), (int) range.count());
            return;
        }
        FileBody file = open();
        boolean passed = false;
        try {
            describe(range, status);
            if (response instanceof FileSink sink && sendable()) {
                passed = true;
                sink.endWithFile(file, range.first(), range.count());
            } else {
                copy(file, range, response.getOutputStream());
            }
        } finally {
            if (!passed) {
                file.close();
            }
        }
    }

    private void describe(ByteRange range, int status) {
        describe();
        response.setContentLengthLong(range.count());
        if (status == HttpServletResponse.SC_PARTIAL_CONTENT) {
            response.setStatus(status);
            response.setHeader("Content-Range", range.contentRange(resource.length()));
        }
    }

    /** RFC 9110, 14.6. The length is known beforehand, so that the response need not be chunked. */
    private void multipart(List<ByteRange> ranges) throws IOException {
        try (FileBody file = open()) {
            describe();
            response.setStatus(HttpServletResponse.SC_PARTIAL_CONTENT);
            String boundary = UUID.randomUUID().toString();
            List<byte[]> heads = new ArrayList<>();
            byte[] end = ("\r\n--" + boundary + "--\r\n").getBytes(StandardCharsets.US_ASCII);
            long length = end.length;
            for (ByteRange range : ranges) {
                byte[] part = partHead(range, boundary, heads.isEmpty(), response.getContentType());
                heads.add(part);
                length += part.length + range.count();
            }
            response.setContentType("multipart/byteranges; boundary=" + boundary);
            response.setContentLengthLong(length);
            OutputStream out = response.getOutputStream();
            for (int i = 0; i < ranges.size(); i++) {
                out.write(heads.get(i));
                part(file, ranges.get(i), out);
            }
            out.write(end);
        }
    }

    private byte[] partHead(ByteRange range, String boundary, boolean first, @Nullable String type) {
        return ((first ? "" : "\r\n") + "--" + boundary + "\r\n"
                        + (type == null ? "" : "Content-Type: " + type + "\r\n")
                        + "Content-Range: " + range.contentRange(resource.length()) + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    private void part(FileBody file, ByteRange range, OutputStream out) throws IOException {
        if (range.count() > ResourceCache.SMALL && response instanceof FileSink sink && sendable()) {
            sink.writeFile(file, range.first(), range.count());
        } else {
            copy(file, range, out);
        }
    }

    private boolean sendable() {
        return resource.length() >= settings.leastForSendfile();
    }

    /** Opened before a header field is set that tells of it, so that these tell of what is then sent. */
    private FileBody open() throws IOException {
        FileBody file;
        try {
            file = response instanceof FileSink sink && sendable()
                    ? sink.openFile(resource.real())
                    : new OpenedFile(
                            FileChannel.open(resource.real(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            StaticsLog.LOG.debugf(e, "could not open %s", resource.real());
            throw new StaleFileException(resource);
        }
        long length = file.length();
        if (length != resource.length() && !(mayHaveGrown && length > resource.length())) {
            file.close();
            throw new StaleFileException(resource);
        }
        return file;
    }

    /** The header fields that tell of the content. */
    private void describe() {
        describeType();
        if (!variant.coding().equals("identity")) {
            response.setHeader("Content-Encoding", variant.coding());
        }
    }

    private void describeType() {
        @Nullable String type = variant.type();
        if (type == null || response.getContentType() != null) {
            return;
        }
        Charset charset = settings.fileEncoding();
        boolean labelled = charset != null && type.startsWith("text/") && !type.contains("charset=");
        response.setContentType(labelled ? type + ";charset=" + charset : type);
    }

    private void copy(FileBody file, ByteRange range, OutputStream out) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate((int) Math.min(CHUNK, range.count()));
        for (long position = range.first(); position <= range.last(); ) {
            chunk.clear().limit((int) Math.min(chunk.capacity(), range.last() - position + 1));
            int read = file.read(chunk, position);
            if (read < 0) {
                throw new EOFException(resource.file() + " became shorter while it was sent");
            }
            out.write(chunk.array(), 0, read);
            position += read;
        }
    }

    /** A file for a response that is no sink, which a filter has wrapped. */
    private record OpenedFile(FileChannel channel, long length) implements FileBody {
        OpenedFile(FileChannel channel) throws IOException {
            this(channel, channel.size());
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                StaticsLog.LOG.debugf(e, "could not close a file");
            }
        }
    }
}
