package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionsReportTest {
    private static Sample sample(double requests, double cpu) {
        return new Sample(requests, cpu, 0, 900, 1000, 2000, 3000, 4096, 300, 0.5);
    }

    private static Part part(Map<String, List<Sample>> samples) {
        Map<String, String> parameters = new LinkedHashMap<>(new Turns(64, 0, 0, 1, 5, 10).parameters());
        parameters.put("bytes", "1024");
        parameters.put("fill", "random");
        return new Part(parameters, samples);
    }

    @Test
    void ratiosAreToTheSessionsInMemoryOfTheSameServers() {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        samples.put("keelson-memory", List.of(sample(1000, 10)));
        samples.put("keelson-async-replicated", List.of(sample(800, 15)));
        samples.put("wildfly-local", List.of(sample(400, 40)));
        samples.put("wildfly-distributable", List.of(sample(100, 200)));

        String report = new SessionsReport(List.of(part(samples)), 1).markdown();

        assertThat(report)
                .contains("### 1,024 bytes, random")
                .contains("| keelson, memory | 1,000 |  |")
                .contains("| keelson, async-replicated | 800 | 0.80 [0.80, 0.80] | 1.00 | 3.00 | 15.0")
                .contains("| 1.50 [1.50, 1.50] |")
                .contains("| wildfly, distributable | 100 | 0.25 [0.25, 0.25] |");
    }

    @Test
    void aRatioIsLeftOutWhereMemoryWasNotMeasured() {
        String report =
                new SessionsReport(List.of(part(Map.of("keelson-replicated", List.of(sample(800, 15))))), 1).markdown();

        assertThat(report).contains("| keelson, replicated | 800 |  | 1.00 |");
    }

    @Test
    void onlyReplicatedSessionsAreExpectedOnTheOtherServer() {
        assertThat(List.of("replicated", "async-replicated", "distributable")).allMatch(SessionsReport::travels);
        assertThat(List.of("memory", "local", "file")).noneMatch(SessionsReport::travels);
    }
}
