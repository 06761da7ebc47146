package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.telemetry.Figures;
import io.keelson.base.measure.Described;
import io.keelson.base.measure.Described.Unit;
import io.keelson.base.measure.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
    public enum State {
        RUNNING
    }

    public record Inner(
            @Described(value = "Views.", grows = true) long views) {}

    public record Pool(
            String name,
            Optional<String> application,
            @Described("State of the pool.") State state,
            @Described("In \"use\" \\ now,\nor so.") int inUse,
            OptionalInt limit,
            OptionalInt noLimit,
            double average,
            double none,
            boolean suspended,
            @Described("How long they waited.") Duration waited,
            Inner counts,

            @Described(value = "Bytes read.", grows = true, unit = Unit.BYTES)
            long read,

            @Described(value = "How busy.", unit = Unit.RATIO)
            double busy,

            @Described(value = "Answers.", grows = true, by = "status")
            Map<String, Long> answers,

            @Described(value = "Time taken.", unit = Unit.SECONDS)
            Distribution taken,

            List<String> others,
            String text) {}

    private static Pool pool(String name) {
        return new Pool(
                name,
                Optional.of("a\"b\\c\nd"),
                State.RUNNING,
                3,
                OptionalInt.of(10),
                OptionalInt.empty(),
                0.25,
                Double.NaN,
                true,
                Duration.ofMillis(1500),
                new Inner(7),
                1L << 40,
                0.5,
                Map.of("2xx", 4L),
                new Distribution(List.of(0.005, 1.0), List.of(2L, 0L, 1L), 3.25),
                List.of("x"),
                "text");
    }

    private static String page(MetricsText format, Pool... pools) {
        Figures figures = new Figures("server-1");
        figures.add("pools", List.of(pools));
        return format.of(figures.metrics());
    }

    private static String series(String name, String more) {
        return "keelson_pools_" + name + "{application=\"a\\\"b\\\\c\\nd\"," + more + "} ";
    }

    @Test
    void recordsBecomeMetrics() {
        String text = page(MetricsText.PROMETHEUS, pool("one"), pool("two"));
        String one = "name=\"one\",server=\"server-1\"";
        assertThat(text)
                .contains(
                        "# HELP keelson_pools_in_use In \"use\" \\\\ now,\\nor so.\n# TYPE keelson_pools_in_use gauge\n"
                                + series("in_use", one) + "3\n")
                .contains("# TYPE keelson_pools_limit untyped\n" + series("limit", one) + "10\n")
                .contains(series("average", one) + "0.25\n")
                .contains(series("suspended", one) + "1\n")
                .contains(
                        "# HELP keelson_pools_waited_seconds How long they waited.\n# TYPE keelson_pools_waited_seconds gauge\n"
                                + series("waited_seconds", one) + "1.5\n")
                .contains(
                        "# TYPE keelson_pools_counts_views_total counter\n" + series("counts_views_total", one) + "7\n")
                .contains("# TYPE keelson_pools_read_bytes_total counter\n" + series("read_bytes_total", one)
                        + "1099511627776\n")
                .contains("# TYPE keelson_pools_busy_ratio gauge\n" + series("busy_ratio", one) + "0.5\n")
                .contains("# HELP keelson_pools_answers_total Answers.\n# TYPE keelson_pools_answers_total counter\n"
                        + series("answers_total", one + ",status=\"2xx\"") + "4\n")
                .contains("# TYPE keelson_pools_state gauge\n" + series("state", "is=\"RUNNING\"," + one) + "1\n")
                .doesNotContain("no_limit", "none", "others", "text{", "NaN", "# EOF", "# UNIT");
        assertThat(text.split("# TYPE keelson_pools_in_use ")).hasSize(2);
    }

    @Test
    void howValuesAreSpreadIsAHistogramWhoseRangesHaveAllBelowThem() {
        String one = "name=\"one\",server=\"server-1\"";
        assertThat(page(MetricsText.PROMETHEUS, pool("one")))
                .contains(
                        "# HELP keelson_pools_taken_seconds Time taken.\n# TYPE keelson_pools_taken_seconds histogram\n"
                                + series("taken_seconds_bucket", one + ",le=\"0.005\"") + "2\n"
                                + series("taken_seconds_bucket", one + ",le=\"1.0\"") + "2\n"
                                + series("taken_seconds_bucket", one + ",le=\"+Inf\"") + "3\n"
                                + series("taken_seconds_count", one) + "3\n"
                                + series("taken_seconds_sum", one) + "3.25\n");
    }

    @Test
    void openMetricsCallsACounterWithoutTotalAndSaysUnitsAndTheEnd() {
        String one = "name=\"one\",server=\"server-1\"";
        assertThat(page(MetricsText.OPEN_METRICS, pool("one")))
                .contains("# HELP keelson_pools_read_bytes Bytes read.\n# TYPE keelson_pools_read_bytes counter\n"
                        + "# UNIT keelson_pools_read_bytes bytes\n"
                        + series("read_bytes_total", one) + "1099511627776\n")
                .contains("# HELP keelson_pools_in_use In \\\"use\\\" \\\\ now,\\nor so.\n")
                .contains("# TYPE keelson_pools_limit unknown\n")
                .contains("# TYPE keelson_pools_taken_seconds histogram\n# UNIT keelson_pools_taken_seconds seconds\n")
                .endsWith("\n# EOF\n");
    }

    /** The name of another server is no label of this one. */
    @Test
    void aRecordOfAnotherServerNamesItAsPeer() {
        Figures figures = new Figures("server-1");
        figures.add("links", List.of(new Link("server-2", 5)));
        assertThat(MetricsText.PROMETHEUS.of(figures.metrics()))
                .endsWith("keelson_links_sent_total{peer=\"server-2\",server=\"server-1\"} 5\n");
    }

    public record Link(
            String server,
            @Described(value = "Sent.", grows = true) long sent) {}

    @Test
    void whatNoLabelTellsApartIsSaidOnce() {
        assertThat(page(MetricsText.PROMETHEUS, pool("one"), pool("one"))
                        .lines()
                        .filter(line -> line.startsWith("keelson_pools_in_use")))
                .hasSize(1);
    }
}
