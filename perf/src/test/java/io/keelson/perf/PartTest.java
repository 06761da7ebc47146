package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartTest {
    private static Sample sample(double cpu) {
        return new Sample(100_000, cpu / 4, 3 * cpu / 4, 510.5, 500, 700, 1100, 812.5, 250, 0.75);
    }

    private static Part part() {
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        samples.put("keelson-native", List.of(sample(8), sample(10), sample(9)));
        samples.put("tomcat", List.of(sample(18), sample(20), sample(19)));
        samples.put("netty", List.of(sample(7), sample(6), sample(6.5)));
        return new Part(
                Map.of(
                        "workload",
                        "text",
                        "connections",
                        "64",
                        "seconds",
                        "5.0",
                        "warm-up",
                        "8.0",
                        "jdk",
                        "17",
                        "jvm",
                        "-Xmx256m",
                        "processors",
                        "2"),
                samples);
    }

    @Test
    void isReadAsItWasWritten(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("http-text-64.csv");
        part().write(file);
        assertThat(Part.read(file)).isEqualTo(part());
    }

    @Test
    void aLineThatIsNoSampleIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Sample.parse("1,2,3"));
    }

    @Test
    void theReportShowsMediansAndRatiosOfTheSamePart() {
        HttpReport report = new HttpReport(List.of(part()), 1);
        assertThat(report.markdown())
                .contains("### 13 bytes of text, 64 connections")
                .contains("| Keelson, native muxer | 100,000 |")
                .contains("9.00 (2.25 + 6.75) | 0.47 [")
                .contains("] | 1.38 [");
        assertThat(report.csv().lines())
                .hasSize(4)
                .anyMatch(line -> line.startsWith("http1,text,64,tomcat,3,100000.000,,,,"));
        assertThat(report.chart()).startsWith("<svg").contains("Tomcat 11").endsWith("</svg>\n");
    }

    @Test
    void aReportWithoutThePeerLeavesItsRatiosEmpty() {
        Part alone = new Part(part().parameters(), Map.of("keelson-native", List.of(sample(8))));
        assertThat(new HttpReport(List.of(alone), 1).markdown()).contains("8.00 (2.00 + 6.00) |  |  |");
    }
}
