package io.keelson.ee.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionTest {
    @Test
    void theNewestThatTheClientAcceptsIsAgreed() {
        assertThat(Version.agreed(null)).isEqualTo(Version.V1_0);
        assertThat(Version.agreed("1.0,1.1,1.2")).isEqualTo(Version.V1_2);
        assertThat(Version.agreed("1.1, 1.0, 2.0")).isEqualTo(Version.V1_1);
        assertThat(Version.agreed("2.0")).isNull();
        assertThat(Version.agreed("")).isNull();
    }

    @Test
    void escapesComeBack() throws FrameException {
        String text = "a:b\\c\nd\re";
        assertThat(Version.V1_2.escaped(text)).isEqualTo("a\\cb\\\\c\\nd\\re");
        assertThat(Version.V1_2.unescaped(Version.V1_2.escaped(text))).isEqualTo(text);
        assertThat(Version.V1_2.escaped("plain")).isSameAs("plain");
    }

    @Test
    void noHeaderWritesAnotherOneOrEndsAFrame() {
        String text = "a\r\nb:c\0d";
        assertThat(Version.V1_0.escaped(text)).isEqualTo("a  b:c d");
        assertThat(Version.V1_1.escaped(text)).isEqualTo("a \\nb\\cc d");
        assertThat(Version.V1_2.escaped(text)).isEqualTo("a\\r\\nb\\cc d");
    }
}
