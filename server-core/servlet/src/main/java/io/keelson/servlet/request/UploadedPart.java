package io.keelson.servlet.request;

import io.keelson.http.HttpHeaders;
import io.keelson.servlet.field.MediaTypes;
import jakarta.servlet.http.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A part of a multipart form: in memory up to a threshold, else in a file that ends with the request.
 *
 * <p>Specification: Servlet 6.1, 3.2 File Upload.
 */
public final class UploadedPart implements Part {
    private final HttpHeaders headers;
    private final String name;
    private final @Nullable String fileName;
    private final byte[] memory;
    private final @Nullable Path file;
    private final long size;
    private final Path location;

    UploadedPart(
            HttpHeaders headers,
            String name,
            @Nullable String fileName,
            byte[] memory,
            @Nullable Path file,
            long size,
            Path location) {
        this.headers = headers;
        this.name = name;
        this.fileName = fileName;
        this.memory = memory;
        this.file = file;
        this.size = size;
        this.location = location;
    }

    private Charset declared(Charset standard) {
        String type = getContentType();
        String name = type == null ? null : MediaTypes.parameter(type, "charset");
        try {
            return name == null ? standard : Charset.forName(name);
        } catch (IllegalArgumentException e) {
            return standard;
        }
    }

    /** The content as text: what a form field without a file is as a parameter. */
    public String text(Charset standard) throws IOException {
        Charset charset = declared(standard);
        Path stored = file;
        return new String(stored == null ? memory : Files.readAllBytes(stored), charset);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        Path stored = file;
        return stored == null ? new ByteArrayInputStream(memory) : Files.newInputStream(stored);
    }

    @Override
    public @Nullable String getContentType() {
        return headers.get("Content-Type");
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public @Nullable String getSubmittedFileName() {
        return fileName;
    }

    @Override
    public long getSize() {
        return size;
    }

    @Override
    public void write(String target) throws IOException {
        Path to = location.resolve(target);
        Path stored = file;
        if (stored == null) {
            Files.write(to, memory);
        } else if (Files.exists(stored)) {
            Files.move(stored, to, StandardCopyOption.REPLACE_EXISTING);
        } else {
            throw new IOException("the content of part " + name + " has been written or deleted already");
        }
    }

    @Override
    public void delete() throws IOException {
        Path stored = file;
        if (stored != null) {
            Files.deleteIfExists(stored);
        }
    }

    @Override
    public @Nullable String getHeader(String header) {
        return headers.get(header);
    }

    @Override
    public Collection<String> getHeaders(String header) {
        return headers.all(header);
    }

    @Override
    public Collection<String> getHeaderNames() {
        return headers.names();
    }
}
