package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MultipartReaderTest {
    @TempDir
    Path directory;

    private String fileName(String header, Charset sentIn) throws IOException {
        byte[] form = ("--b\r\n" + header + "\r\n\r\nd\r\n--b--\r\n").getBytes(sentIn);
        List<UploadedPart> parts = new MultipartReader(
                        new ByteArrayInputStream(form),
                        "b",
                        new MultipartLimits(directory, -1, -1, 100, 10),
                        StandardCharsets.UTF_8)
                .read();
        assertThat(parts).hasSize(1);
        assertThat(parts.get(0).getName()).isEqualTo("f");
        assertThat(parts.get(0).text(StandardCharsets.UTF_8)).isEqualTo("d");
        return parts.get(0).getSubmittedFileName();
    }

    /** RFC 5322, 2.2.3: mail's fields may be folded, those of HTTP may not. */
    @Test
    void aFoldedFieldIsOne() throws IOException {
        String begin = "Content-Disposition: form-data; name=\"f\";";
        assertThat(fileName(begin + "\r\n filename=\"fold.txt\"", StandardCharsets.UTF_8))
                .isEqualTo("fold.txt");
        assertThat(fileName(begin + "\r\n\t filename=\"tab.txt\"\r\nX: 1", StandardCharsets.UTF_8))
                .isEqualTo("tab.txt");
        assertThat(fileName(
                        "Content-Disposition:\r\n form-data;\r\n name=\"f\";\r\n filename=a", StandardCharsets.UTF_8))
                .isEqualTo("a");
    }

    @Test
    void aNameInLatin1IsReadAsThat() throws IOException {
        String header = "Content-Disposition: form-data; name=\"f\"; filename=\"\u00e9.txt\"";
        assertThat(fileName(header, StandardCharsets.ISO_8859_1)).isEqualTo("\u00e9.txt");
        assertThat(fileName(header, StandardCharsets.UTF_8)).isEqualTo("\u00e9.txt");
    }

    @Test
    void aFoldBeforeAnyFieldIsNone() {
        assertThatThrownBy(() -> fileName(" name=\"f\"", StandardCharsets.UTF_8))
                .isInstanceOfSatisfying(
                        RequestFault.class, fault -> assertThat(fault.status()).isEqualTo(400));
    }
}
