package io.keelson.servlet.statics;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/** A file within a response that others write too, as bytes or, where they write characters, as characters. */
record FileText(Charset charset) {
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    /** In a charset; null for UTF-8. */
    static FileText in(@Nullable Charset charset) {
        return new FileText(charset == null ? StandardCharsets.UTF_8 : charset);
    }

    /** Its bytes; its characters where the response is written as characters already. */
    void include(WebResources resources, WebResource resource, HttpServletResponse response) throws IOException {
        ServletOutputStream out;
        try {
            out = response.getOutputStream();
        } catch (IllegalStateException e) {
            write(resource, response.getWriter());
            return;
        }
        byte[] content = resources.content(resource);
        if (content != null) {
            out.write(content);
        } else {
            Files.copy(resource.file(), out);
        }
    }

    /** Its characters, without a byte order mark: within a text that would be a character. */
    void write(WebResource resource, Writer writer) throws IOException {
        try (Reader text = new BufferedReader(new InputStreamReader(Files.newInputStream(resource.file()), charset))) {
            text.mark(1);
            if (text.read() != BYTE_ORDER_MARK) {
                text.reset();
            }
            text.transferTo(writer);
        }
    }
}
