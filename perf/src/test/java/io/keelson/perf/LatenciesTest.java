package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Tests what the study of remote calls makes of what its clients say. */
class LatenciesTest {
    @Test
    void percentilesAreRightToAboutThreePercent() {
        Latencies latencies = new Latencies();
        for (int micros = 1; micros <= 100_000; micros++) {
            latencies.add(micros * 1000L);
        }
        assertThat(latencies.count()).isEqualTo(100_000);
        assertThat(latencies.micros(0.5)).isCloseTo(50_000, Percentage.withPercentage(3.5));
        assertThat(latencies.micros(0.99)).isCloseTo(99_000, Percentage.withPercentage(3.5));
        assertThat(latencies.micros(1)).isGreaterThanOrEqualTo(100_000);
    }

    @Test
    void theShortestAndTheLongestAreCounted() {
        Latencies latencies = new Latencies();
        latencies.add(0);
        latencies.add(Long.MAX_VALUE);
        assertThat(latencies.count()).isEqualTo(2);
        assertThat(latencies.micros(0.5)).isLessThan(1);
        assertThat(new Latencies().micros(0.5)).isZero();
    }

    @Test
    void aClientsLineIsRead() throws IOException {
        RemoteSample sample = RemoteSample.parse("RESULT 200000 4.000000 310.5 1200.0 0", 3);
        assertThat(sample.callsPerSecond()).isCloseTo(50_000, within(0.1));
        assertThat(sample.cpuPerMillion()).isCloseTo(15, within(0.01));
        assertThatThrownBy(() -> RemoteSample.parse("Exception in thread", 1)).isInstanceOf(IOException.class);
    }

    @Test
    void theReportHasBothServersAndTheirRatio() {
        RemoteReport report = new RemoteReport("title", 1);
        report.add(
                "short",
                Map.of(
                        "keelson", List.of(new RemoteSample(400, 1, 10, 20, 0, 1)),
                        "wildfly", List.of(new RemoteSample(100, 1, 40, 80, 1, 1))));
        assertThat(report.markdown())
                .contains("| short | keelson / wildfly | 4.00 [4.00, 4.00] | 0.25 [0.25, 0.25] |")
                .contains("| short | wildfly | 100 | 40 | 80 | 10000.0 | 1 |");
        assertThat(report.csv()).contains("short,keelson,1,400,1.000,400,10.0,20.0,0,1.00,2500.00");
    }
}
