package io.keelson.servlet.path;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** A raw path has one canonical form, which does not leave the root, or is refused. */
class CanonicalPathFuzzTest {
    private static final Path ROOT = Path.of("/a/b");

    @DictionaryFile(resourcePath = "path.dict")
    @FuzzTest
    void paths(byte[] bytes) throws SuspiciousPathException {
        String raw = new String(bytes, StandardCharsets.ISO_8859_1);
        CanonicalPath.parameter(raw, "jsessionid");
        String canonical;
        try {
            canonical = CanonicalPath.of(raw);
        } catch (SuspiciousPathException e) {
            assertThat(e.getMessage()).isNotBlank();
            return;
        }
        assertThat(canonical).startsWith("/").doesNotContain("//").doesNotContain("\\");
        assertThat(canonical.chars()).noneMatch(c -> c < ' ' || c == 0x7f);
        for (String segment : canonical.substring(1).split("/", -1)) {
            assertThat(segment).isNotEqualTo(".").isNotEqualTo("..");
        }
        assertThat(CanonicalPath.of(encoded(canonical)))
                .as("the canonical form of the canonical form")
                .isEqualTo(canonical);
        staysBelowTheRoot(canonical);
    }

    private static void staysBelowTheRoot(String canonical) {
        try {
            Path file = ROOT.resolve(canonical.substring(1));
            assertThat(file.normalize().toString()).startsWith(ROOT.toString());
        } catch (InvalidPathException noFileCanHaveThatName) {
            assertThat(canonical).isNotEmpty();
        }
    }

    private static String encoded(String path) {
        StringBuilder text = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            boolean plain = b == '/' || b == '.' || b >= 'a' && b <= 'z';
            text.append(plain ? String.valueOf((char) b) : String.format("%%%02x", b));
        }
        return text.toString();
    }
}
