package io.keelson.admin.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.kernel.config.ConfigurationException;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.config.Problem;
import io.keelson.kernel.config.SettingPath;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TelemetrySettingsTest {
    private static DomainConfiguration read(String yaml) throws ConfigurationException {
        return new ConfigurationReader(Model.of(TelemetrySettings.class))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), yaml + "servers: {server-1: {}}\n"),
                        "server-1",
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    private static List<String> problems(String yaml) {
        try {
            read(yaml);
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream().map(Problem::toString).toList();
        }
    }

    @Test
    void nothingIsSentByDefault() throws Exception {
        TelemetrySettings settings = read("").get(TelemetrySettings.class);
        assertThat(settings)
                .isEqualTo(new TelemetrySettings(
                        null,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(10),
                        Map.of(),
                        TelemetrySettings.Compression.GZIP,
                        null,
                        TraceSettings.OFF));
        assertThatThrownBy(() -> settings.address("metrics")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void allKeys() throws Exception {
        DomainConfiguration domain = read("""
                telemetry:
                  endpoint: https://collector.example.com:4318/otlp
                  interval: 5s
                  timeout: 2s
                  headers:
                    Authorization: Bearer hidden
                  compression: none
                  trust-file: security/collector.pem
                  traces:
                    enabled: true
                    sampling-ratio: 0.25
                    interval: 1s
                    queue-length: 1024
                """);
        TelemetrySettings settings = domain.get(TelemetrySettings.class);
        assertThat(settings)
                .isEqualTo(new TelemetrySettings(
                        "https://collector.example.com:4318/otlp",
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(2),
                        Map.of("Authorization", "Bearer hidden"),
                        TelemetrySettings.Compression.NONE,
                        Path.of("security/collector.pem"),
                        new TraceSettings(true, 0.25, Duration.ofSeconds(1), 1024)));
        assertThat(settings.address("metrics")).isEqualTo("https://collector.example.com:4318/otlp/v1/metrics");
        assertThat(settings.address("traces")).isEqualTo("https://collector.example.com:4318/otlp/v1/traces");
        assertThat(settings.toString()).doesNotContain("hidden");
        assertThat(domain.shown(SettingPath.parse("telemetry.headers.Authorization")))
                .contains("******");
    }

    @Test
    void whatIsWrongHasItsPlaceAndShowsNoSecret() {
        String headers = "  headers: {Authorization: Bearer hidden}\n";
        assertThat(problems("telemetry:\n  endpoint: collector:4318\n").toString())
                .contains("domain.yaml:2:13: telemetry.endpoint: expected an address such as");
        assertThat(problems("telemetry:\n  endpoint: http://u:p@collector:4318\n")
                        .toString())
                .contains("telemetry.endpoint: ");
        assertThat(problems("telemetry:\n  endpoint: http://collector:4318?key=1\n")
                        .toString())
                .contains("telemetry.endpoint: ");
        assertThat(problems("telemetry:\n  endpoint: http://a b\n").toString()).contains("at character");
        assertThat(problems("telemetry:\n  endpoint: http://collector:4318\n")).isEmpty();
        assertThat(problems("telemetry:\n  endpoint: http://collector:4318\n" + headers)
                        .toString())
                .contains("domain.yaml:2:13: telemetry.endpoint: with headers")
                .doesNotContain("hidden");
        for (String near :
                List.of("http://localhost:4318", "http://127.0.0.1:4318", "http://[::1]:4318", "https://c")) {
            assertThat(problems("telemetry:\n  endpoint: '" + near + "'\n" + headers))
                    .as(near)
                    .isEmpty();
        }
        for (String name : List.of("Content-Length", "Host", "a b", "x:y")) {
            assertThat(problems("telemetry:\n  headers: {'" + name + "': hidden}\n")
                            .toString())
                    .as(name)
                    .contains("telemetry.headers")
                    .doesNotContain("hidden");
        }
        assertThat(problems("telemetry:\n  headers: {X: \"hidden\\r\\nY: z\"}\n")
                        .toString())
                .contains("telemetry.headers: 'X' with its value")
                .doesNotContain("hidden");
        assertThat(problems("telemetry:\n  interval: 10ms\n").toString()).contains("telemetry.interval");
        for (String traces : List.of(
                "sampling-ratio: 1.01",
                "sampling-ratio: -0.1",
                "sampling-ratio: some",
                "queue-length: 511",
                "interval: 2m",
                "enabled: perhaps")) {
            String name = traces.substring(0, traces.indexOf(':'));
            assertThat(problems("telemetry:\n  traces: {" + traces + "}\n").toString())
                    .as(traces)
                    .contains("domain.yaml:2:")
                    .contains("telemetry.traces." + name);
        }
    }
}
