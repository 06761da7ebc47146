package io.keelson.servlet.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.internet.ContentDisposition;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMultipart;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * Well-formed forms in all the ways that MIME lets a client write them (RFC 2046, 5.1; RFC 5322, 2.2.3): preamble, epilogue, blanks
 * behind a boundary, folded and reordered header fields, any content. Must hold: each part is read with the name, the file name and the
 * content that it was written with, and a reader of mail, which knows nothing of forms, reads the same parts.
 */
class MultipartOracleFuzzTest {
    private static final String BOUNDARY = "b";

    @TempDir
    static Path directory;

    /** A part as it is meant. */
    private record Meant(String name, String fileName, byte[] content) {
        String text() {
            return name + "|" + fileName + "|" + new String(content, StandardCharsets.ISO_8859_1);
        }
    }

    @FuzzTest
    void forms(byte[] bytes) throws IOException, MessagingException {
        Choices choices = new Choices(bytes);
        ByteArrayOutputStream form = new ByteArrayOutputStream();
        List<String> meant = new ArrayList<>();
        if (choices.next(2) == 1) {
            add(form, choices.text("preamble of a form, with -- and -b", 30) + "\r\n");
        }
        int parts = 1 + choices.next(6);
        for (int i = 0; i < parts; i++) {
            meant.add(part(form, choices).text());
        }
        add(form, "--" + BOUNDARY + "--" + (choices.next(2) == 1 ? "\r\n" + choices.text("epilogue --b", 20) : ""));

        assertThat(ours(form.toByteArray())).isEqualTo(meant);
        assertThat(mails(form.toByteArray())).as("as a reader of mail has it").isEqualTo(meant);
    }

    private static Meant part(ByteArrayOutputStream form, Choices choices) throws IOException {
        Meant meant = new Meant(
                choices.token("field-name_1 ", 8),
                choices.next(2) == 1 ? choices.token("file name.txt;=", 12) : null,
                choices.content());
        add(form, "--" + BOUNDARY + " ".repeat(choices.next(3)) + "\r\n");
        String name = parameter("name", meant.name, choices);
        String disposition = "form-data" + name;
        if (meant.fileName != null) {
            String fileName = parameter("filename", meant.fileName, choices);
            disposition = choices.next(2) == 1 ? "form-data" + fileName + name : disposition + fileName;
        }
        List<String> fields = new ArrayList<>();
        fields.add(choices.cased("Content-Disposition") + ":" + " ".repeat(choices.next(2)) + disposition);
        if (choices.next(2) == 1) {
            fields.add(choices.next(2), choices.cased("Content-Type") + ": application/octet-stream");
        }
        if (choices.next(3) == 1) {
            fields.add(choices.next(2), "X-Other: name=\"other\"; filename=other");
        }
        add(form, String.join("\r\n", fields) + "\r\n\r\n");
        form.write(meant.content);
        add(form, "\r\n");
        return meant;
    }

    /** A parameter behind a semicolon, perhaps folded, quoted where it has to be. */
    private static String parameter(String name, String value, Choices choices) {
        String between = List.of(" ", "\r\n ", "\r\n\t", " \r\n  ").get(choices.next(4));
        boolean plain = value.matches("[A-Za-z0-9_.-]+") && choices.next(2) == 1;
        return ";" + between + name + "=" + (plain ? value : '"' + value + '"');
    }

    private static void add(ByteArrayOutputStream form, String text) throws IOException {
        form.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<String> ours(byte[] form) throws IOException {
        MultipartLimits limits = new MultipartLimits(directory, -1, -1, 64, 100);
        List<String> read = new ArrayList<>();
        for (UploadedPart part :
                new MultipartReader(new ByteArrayInputStream(form), BOUNDARY, limits, StandardCharsets.UTF_8).read()) {
            try (InputStream in = part.getInputStream()) {
                read.add(new Meant(part.getName(), part.getSubmittedFileName(), in.readAllBytes()).text());
            }
            part.delete();
        }
        return read;
    }

    private static List<String> mails(byte[] form) throws IOException, MessagingException {
        MimeMultipart multipart =
                new MimeMultipart(new ByteArrayDataSource(form, "multipart/form-data; boundary=" + BOUNDARY));
        List<String> read = new ArrayList<>();
        for (int i = 0; i < multipart.getCount(); i++) {
            BodyPart part = multipart.getBodyPart(i);
            ContentDisposition disposition = new ContentDisposition(part.getHeader("Content-Disposition")[0]);
            try (InputStream in = ((MimeBodyPart) part).getRawInputStream()) {
                read.add(new Meant(
                                disposition.getParameter("name"),
                                disposition.getParameter("filename"),
                                in.readAllBytes())
                        .text());
            }
        }
        return read;
    }

    /** Takes choices from bytes; zeros where they end. */
    private static final class Choices {
        private final ByteArrayInputStream bytes;

        Choices(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        int next(int bound) {
            int next = bytes.read();
            return next < 0 ? 0 : next % bound;
        }

        String text(String alphabet, int most) {
            StringBuilder text = new StringBuilder();
            int length = next(most);
            for (int i = 0; i < length; i++) {
                text.append(alphabet.charAt(next(alphabet.length())));
            }
            return text.toString();
        }

        /** A text that begins and ends with a letter, so that nobody trims it. */
        String token(String alphabet, int most) {
            return "x" + text(alphabet, most) + "y";
        }

        String cased(String name) {
            return switch (next(3)) {
                case 1 -> name.toLowerCase(java.util.Locale.ROOT);
                case 2 -> name.toUpperCase(java.util.Locale.ROOT);
                default -> name;
            };
        }

        /** Any bytes without a line that begins with the delimiter. */
        byte[] content() {
            byte[] content = new byte[next(200)];
            int read = Math.max(0, bytes.read(content, 0, content.length));
            for (int i = read; i < content.length; i++) {
                content[i] = "\r\n-b".getBytes(StandardCharsets.ISO_8859_1)[i % 4];
            }
            for (int i = 0; i + 2 < content.length; i++) {
                if (content[i] == '-' && content[i + 1] == '-' && content[i + 2] == 'b') {
                    content[i] = '+';
                }
            }
            return content;
        }
    }
}
