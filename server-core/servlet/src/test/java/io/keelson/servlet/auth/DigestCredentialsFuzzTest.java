package io.keelson.servlet.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Reads {@code Authorization} fields of DIGEST: credentials that are complete, or nothing. See docs/design/fuzzing.md. */
class DigestCredentialsFuzzTest {
    @DictionaryFile(resourcePath = "digest.dict")
    @FuzzTest
    void credentials(byte[] bytes) {
        String field = new String(bytes, StandardCharsets.ISO_8859_1);
        DigestCredentials read = DigestCredentials.parse(field);
        if (read == null) {
            return;
        }
        assertThat(field.toLowerCase(java.util.Locale.ROOT)).startsWith("digest ");
        assertThat(read.count()).isBetween(1L, 0xFFFF_FFFFL).isEqualTo(Long.parseLong(read.countText(), 16));
        assertThat(read.user()).doesNotContain("\uFFFD");
        // What was read says the same when it is written again.
        String written = written(read);
        if (written.length() <= DigestCredentials.LONGEST) {
            assertThat(DigestCredentials.parse(written)).isEqualTo(read);
        }
    }

    private static String written(DigestCredentials read) {
        StringBuilder user = new StringBuilder();
        for (byte b : read.user().getBytes(StandardCharsets.UTF_8)) {
            user.append(String.format("%%%02X", b & 0xff));
        }
        return "Digest username*=UTF-8''" + user + ",realm=" + quoted(read.realm()) + ",nonce=" + quoted(read.nonce())
                + ",uri=" + quoted(read.uri()) + ",response=" + quoted(read.response()) + ",cnonce="
                + quoted(read.cnonce()) + ",algorithm=" + read.algorithm().token() + ",qop=auth,nc=" + read.countText()
                + (read.opaque() == null ? "" : ",opaque=" + quoted(read.opaque()));
    }

    private static String quoted(String text) {
        return "\"" + BasicMechanism.quoted(text) + "\"";
    }
}
