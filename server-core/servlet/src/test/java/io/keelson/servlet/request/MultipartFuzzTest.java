package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** A form is read the same however it arrives, or refused with 400 or 413; no file stays behind. */
class MultipartFuzzTest {
    @TempDir
    static Path directory;

    private static final int THRESHOLD = 16;

    @DictionaryFile(resourcePath = "multipart.dict")
    @FuzzTest
    void forms(byte[] bytes) throws IOException {
        List<String> whole = read(new ByteArrayInputStream(bytes));
        assertThat(read(new Slow(bytes, 1))).as("byte by byte").isEqualTo(whole);
        assertThat(read(new Slow(bytes, 7))).as("in sevens").isEqualTo(whole);
    }

    /** Returns what was read, or how it was refused. */
    private static List<String> read(InputStream body) throws IOException {
        MultipartLimits limits = new MultipartLimits(directory, 200, 4000, THRESHOLD, 8);
        List<String> seen = new ArrayList<>();
        try {
            for (UploadedPart part : new MultipartReader(body, "b", limits, StandardCharsets.UTF_8).read()) {
                byte[] content;
                try (InputStream in = part.getInputStream()) {
                    content = in.readAllBytes();
                }
                assertThat(part.getSize()).isEqualTo(content.length).isLessThanOrEqualTo(200);
                seen.add(part.getName() + "|" + part.getSubmittedFileName() + "|" + part.getContentType() + "|"
                        + new String(content, StandardCharsets.ISO_8859_1) + "|" + part.text(StandardCharsets.UTF_8));
                assertThat(files() > 0 || content.length <= THRESHOLD)
                        .as("a large part lies in a file")
                        .isTrue();
                part.delete();
            }
        } catch (RequestFault e) {
            assertThat(e.status()).isIn(400, 413);
            seen.clear();
            seen.add(e.status() + " " + e.getMessage());
        }
        assertThat(files()).as("files left behind").isZero();
        return seen;
    }

    private static long files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    /** Gives a few bytes at a time, as a slow client does. */
    private static final class Slow extends InputStream {
        private final byte[] bytes;
        private final int most;
        private int at;

        Slow(byte[] bytes, int most) {
            this.bytes = bytes;
            this.most = most;
        }

        @Override
        public int read() {
            return at < bytes.length ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            int n = Math.min(Math.min(most, length), bytes.length - at);
            if (n == 0 && length > 0) {
                return -1;
            }
            System.arraycopy(bytes, at, target, offset, n);
            at += n;
            return n;
        }
    }
}
