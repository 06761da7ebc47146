package io.keelson.deploy.internal.library;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LibraryVersionTest {
    @ParameterizedTest
    @CsvSource({
        "1.10, 1.9, 1",
        "1.9, 1.10, -1",
        "2, 1.99, 1",
        "1.0, 1, 0",
        "1, , 1",
        "0, , 1",
        ", , 0",
        "1.0-beta, 1.0, -1",
        "1.0-beta, 1.0-alpha, 1",
        "100000000000000000, 99999999999999999, 1"
    })
    void comparesNumberByNumber(String one, String other, int expected) {
        LibraryVersion left = LibraryVersion.of(one);
        LibraryVersion right = LibraryVersion.of(other);

        assertThat(Integer.signum(left.compareTo(right))).isEqualTo(expected);
        assertThat(Integer.signum(right.compareTo(left))).isEqualTo(-expected);
    }

    @Test
    void onlyNumbersHaveAnOrder() {
        assertThat(LibraryVersion.of(" 1.2.3 ").hasOrder()).isTrue();
        assertThat(LibraryVersion.NONE.hasOrder()).isTrue();
        assertThat(LibraryVersion.of("1.2-SNAPSHOT").hasOrder()).isFalse();
        assertThat(LibraryVersion.of("1.").hasOrder()).isFalse();
        assertThat(LibraryVersion.of("1".repeat(19)).hasOrder()).isFalse();
    }
}
