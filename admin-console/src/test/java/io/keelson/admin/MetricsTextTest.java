package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.telemetry.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MetricsTextTest {
    public enum State {
        RUNNING
    }

    public record Inner(int views) {}

    public record Pool(
            String name,
            Optional<String> application,
            State state,
            int inUse,
            OptionalInt limit,
            OptionalInt noLimit,
            double average,
            double none,
            boolean suspended,
            Duration waited,
            Inner counts,
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
                List.of("x"),
                "text");
    }

    @Test
    void recordsBecomeMetrics() {
        Figures figures = new Figures("server-1");
        figures.add("data-sources", List.of(pool("one"), pool("two")));
        String text = MetricsText.of(figures);
        String one = "application=\"a\\\"b\\\\c\\nd\",name=\"one\",server=\"server-1\"}";
        assertThat(text)
                .contains("# TYPE keelson_data_sources_in_use untyped\nkeelson_data_sources_in_use{" + one + " 3\n")
                .contains("keelson_data_sources_limit{" + one + " 10\n")
                .contains("keelson_data_sources_average{" + one + " 0.25\n")
                .contains("keelson_data_sources_suspended{" + one + " 1\n")
                .contains("keelson_data_sources_waited_seconds{" + one + " 1.5\n")
                .contains("keelson_data_sources_counts_views{" + one + " 7\n")
                .contains("keelson_data_sources_state{application=\"a\\\"b\\\\c\\nd\",is=\"RUNNING\",name=\"one\"")
                .doesNotContain("no_limit", "none", "others", "text{", "NaN");
        assertThat(text.split("# TYPE keelson_data_sources_in_use ")).hasSize(2);
    }

    @Test
    void whatNoLabelTellsApartIsSaidOnce() {
        Figures figures = new Figures("s");
        figures.add("pools", List.of(pool("one"), pool("one")));
        assertThat(MetricsText.of(figures).lines().filter(line -> line.startsWith("keelson_pools_in_use")))
                .hasSize(1);
    }
}
