package io.keelson.kernel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenFormsTest {
    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S, 500ms",
        "1000ms, PT1S, 1s",
        "30s, PT30S, 30s",
        "90s, PT90S, 90s",
        "60s, PT1M, 1m",
        "5m, PT5M, 5m",
        "2h, PT2H, 2h",
        "1d, PT24H, 1d",
        "36h, PT36H, 36h",
        "0s, PT0S, 0s",
        "PT1H30M, PT90M, 90m",
        "P1D, PT24H, 1d",
        "PT0.000000001S, PT0.000000001S, PT0.000000001S",
    })
    void durations(String written, Duration duration, String shortest) {
        assertThat(Durations.parse(written)).isEqualTo(duration);
        assertThat(Durations.format(duration)).isEqualTo(shortest);
        assertThat(Durations.parse(shortest)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "s", "-5s", "5 s", "5S", "PT-5S", "P", "PT", "1w", "1.5s", "999999999999999999h"})
    void notDurations(String written) {
        assertThatThrownBy(() -> Durations.parse(written)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void paths() {
        assertThat(SettingPath.parse("servers.\"eu.west\".listen-port"))
                .isEqualTo(SettingPath.of("servers", "eu.west", "listen-port"))
                .hasToString("servers.\"eu.west\".listen-port");
        assertThat(SettingPath.parse("")).isEqualTo(SettingPath.ROOT).hasToString("");
        for (String wrong : List.of(".", "a.", ".a", "a..b", "\"a", "a\"b", "\"\"", "\"a\"b")) {
            assertThatThrownBy(() -> SettingPath.parse(wrong)).as(wrong).hasMessageContaining("not a path");
        }
    }

    @Test
    void distances() {
        assertThat(NearestName.distance("listen-prot", "listen-port")).isEqualTo(1);
        assertThat(NearestName.distance("abc", "abc")).isZero();
        assertThat(NearestName.distance("", "abc")).isEqualTo(3);
        assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NearestName.of("listenPort", List.of("listen-port", "listen-address")))
                .isEqualTo("listen-port");
        assertThat(NearestName.of("zzz", List.of("listen-port"))).isNull();
    }
}
