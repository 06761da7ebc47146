package io.keelson.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SaslPrepTest {
    /** RFC 4013, 3. */
    @Test
    void examplesOfTheRfc() {
        assertThat(SaslPrep.prepare("I\u00adX")).isEqualTo("IX");
        assertThat(SaslPrep.prepare("user")).isEqualTo("user");
        assertThat(SaslPrep.prepare("USER")).isEqualTo("USER");
        assertThat(SaslPrep.prepare("\u00aa")).isEqualTo("a");
        assertThat(SaslPrep.prepare("\u2168")).isEqualTo("IX");
        assertThatThrownBy(() -> SaslPrep.prepare("\u0007")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SaslPrep.prepare("\u0627\u0031")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textFromRightToLeftStandsAlone() {
        assertThat(SaslPrep.prepare("\u0627\u0031\u0628")).isEqualTo("\u0627\u0031\u0628");
        assertThatThrownBy(() -> SaslPrep.prepare("\u0627x\u0628")).hasMessageContaining("mixed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000", "\u007f", "\u0085", "\u200e", "\u202e", "\ue000", "\ufffd", "\ud800", "\ufdd0", "\u2028"
            })
    void forbidden(String text) {
        assertThatThrownBy(() -> SaslPrep.prepare("a" + text + "b")).isInstanceOf(IllegalArgumentException.class);
    }
}
