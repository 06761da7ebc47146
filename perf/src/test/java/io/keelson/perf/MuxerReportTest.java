package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MuxerReportTest {
    private static Sample sample(double rate, double mean) {
        return new Sample(rate, 2, 6, mean, mean, mean * 1.5, mean * 2, 800, 250, 0.7);
    }

    private static MuxerReport report() {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        samples.put("native-1", List.of(sample(100, 10), sample(102, 11), sample(101, 10)));
        samples.put("java-1", List.of(sample(101, 11), sample(100, 10), sample(102, 9)));
        samples.put("native-3", List.of(sample(50, 20), sample(51, 20), sample(50, 21)));
        samples.put("java-3", List.of(sample(50, 20), sample(50, 21), sample(51, 20)));
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String name :
                List.of("idle", "connections", "seconds", "warm-up", "think-ms", "jdk", "jvm", "processors")) {
            parameters.put(name, "1");
        }
        return new MuxerReport(List.of(new Part(parameters, samples)), 1);
    }

    @Test
    void noiseIsCalledNoDifferenceAndADifferenceIsNot() {
        List<String> lines = report().markdown().lines().toList();
        assertThat(lines).anyMatch(line -> line.startsWith("| 1 | 1.00 [") && line.contains("no difference shown"));
        assertThat(lines).anyMatch(line -> line.matches("\\| native, 3 \\| 0\\.50 \\[0\\.\\d+, 0\\.\\d+] \\| .*"));
    }

    @Test
    void thePublishedFiguresStandBesideOurs() {
        assertThat(report().markdown()).contains("| published (WebLogic, 2012), 3 | 1.002 | 0.95 | 1.00 | |");
    }

    @Test
    void theChartHasAPanelForThroughputAndOneForResponseTime() {
        assertThat(report().chart())
                .contains("requests/s, thousands, paced, 1 idle beside")
                .contains("90 % response time, ms");
    }
}
