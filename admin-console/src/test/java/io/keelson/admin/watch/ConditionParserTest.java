package io.keelson.admin.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.watch.Condition.Comparison;
import io.keelson.admin.watch.Condition.OfEvent;
import io.keelson.admin.watch.Condition.OfLog;
import io.keelson.admin.watch.Condition.OfRuntime;
import io.keelson.admin.watch.Condition.Threshold;
import io.keelson.base.log.Severity;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConditionParserTest {
    @Test
    void overWhatTheServerDoes() throws Exception {
        assertThat(Condition.parse("data-sources[name=orders].waiting > 5"))
                .isEqualTo(new OfRuntime(
                        "data-sources",
                        Map.of("name", "orders"),
                        List.of("waiting"),
                        null,
                        Comparison.MORE,
                        new Threshold.Number(5, "5")));
        assertThat(Condition.parse("  process.heap-used-bytes/heap-maximum-bytes>=0.9 "))
                .isEqualTo(new OfRuntime(
                        "process",
                        Map.of(),
                        List.of("heap-used-bytes"),
                        List.of("heap-maximum-bytes"),
                        Comparison.AT_LEAST,
                        new Threshold.Number(0.9, "0.9")));
        assertThat(Condition.parse("x[ application = \"my shop\" , module=a.war ].a.b != \"not so\""))
                .isEqualTo(new OfRuntime(
                        "x",
                        Map.of("application", "my shop", "module", "a.war"),
                        List.of("a", "b"),
                        null,
                        Comparison.OTHER,
                        new Threshold.Text("not so")));
        assertThat(Condition.parse("log.lines == true")).isInstanceOf(OfRuntime.class);
    }

    @ParameterizedTest
    @CsvSource({
        "500ms,500",
        "30s,30000",
        "5m,300000",
        "2h,7200000",
        "1d,86400000",
        "64MiB,67108864",
        "-3,-3",
        "1e3,1000"
    })
    void thresholdsHaveUnits(String written, double value) throws Exception {
        OfRuntime condition = (OfRuntime) Condition.parse("a.b < " + written);
        assertThat(condition.threshold()).isEqualTo(new Threshold.Number(value, written));
    }

    @Test
    void overTheLog() throws Exception {
        assertThat(Condition.parse("log severity >= ERROR")).isEqualTo(new OfLog(Severity.ERROR, List.of()));
        assertThat(Condition.parse("log id = KLS-001129 and message contains \"orders db\""))
                .isEqualTo(new OfLog(
                        Severity.INFO,
                        List.of(
                                new Condition.Test("id", Comparison.EQUAL, "KLS-001129"),
                                new Condition.Test("message", Comparison.CONTAINS, "orders db"))));
        assertThat(Condition.parse("log severity = WARN and logger != io.keelson.x"))
                .isEqualTo(new OfLog(
                        Severity.INFO,
                        List.of(
                                new Condition.Test("severity", Comparison.EQUAL, "WARN"),
                                new Condition.Test("logger", Comparison.OTHER, "io.keelson.x"))));
    }

    @Test
    void overEvents() throws Exception {
        assertThat(Condition.parse("event revision")).isEqualTo(new OfEvent("revision", List.of()));
        assertThat(Condition.parse("event state state = FAILED and server = server-1"))
                .isEqualTo(new OfEvent(
                        "state",
                        List.of(
                                new Condition.Test("state", Comparison.EQUAL, "FAILED"),
                                new Condition.Test("server", Comparison.EQUAL, "server-1"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|at character 1: expected the name of a collection, 'log' or 'event'",
                "Heap.used > 1|at character 1: expected the name of a collection, 'log' or 'event'",
                "process|at character 8: expected '.' and the name of a component",
                "process.|at character 9: expected the name of a component",
                "process.heap|at character 13: expected a comparison: < <= > >= = !=",
                "process.heap >|at character 15: expected a number, a duration as 30s, a size as 64MiB, or a text",
                "process.heap > many|at character 16: expected a number, a duration or a size",
                "process.heap / other = x|at character 24: expected a number, a duration or a size",
                "process.heap > 12xyz|at character 16: expected a number, a duration as 30s, or a size as 64MiB",
                "process.heap > 1 or 2|at character 18: expected the end",
                "a[name=x.b > 1|at character 12: expected ',' or ']'",
                "a[name].b > 1|at character 7: expected '='",
                "a[name=\"x].b > 1|at character 8: expected a quote that ends the text",
                "log|at character 4: expected one of severity, id, logger, thread, message, exception",
                "log level >= WARN|at character 5: expected one of severity, id, logger, thread, message, exception",
                "log severity > WARN|at character 14: expected '>=' or '='",
                "log severity >= BAD|at character 17: expected INFO, WARN, ERROR or FATAL",
                "log id >= x|at character 8: expected '=', '!=' or 'contains'",
                "log id = x and|at character 15: expected one of severity, id, logger, thread, message, exception",
                "event|at character 6: expected the type of the event: one of state, revision, restart, deployment",
                "event alarm|at character 7: expected the type of the event: one of state, revision, restart, deployment",
            })
    void whatIsWrongHasItsPlace(String text, String message) {
        assertThatThrownBy(() -> Condition.parse(text))
                .isInstanceOf(ConditionException.class)
                .hasMessage(message);
    }

    @Test
    void whateverIsWrittenIsReadOrRefusedWithAPlaceInIt() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        String[] parts = {
            "log",
            "event",
            "a",
            "b-c",
            "state",
            ".",
            "[",
            "]",
            "=",
            ">",
            "<=",
            "\"",
            "x y",
            "5",
            "30s",
            "64MiB",
            "/",
            " ",
            "and",
            "contains",
            ",",
            "severity",
            "ERROR",
            "é",
            "-"
        };
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(parts[random.nextInt(parts.length)]).append(random.nextBoolean() ? " " : "");
            }
            try {
                assertThat(Condition.parse(text.toString())).isNotNull();
            } catch (ConditionException e) {
                assertThat(e.column()).as("seed %d: %s", seed, text).isBetween(1, text.length() + 1);
            }
        }
    }
}
