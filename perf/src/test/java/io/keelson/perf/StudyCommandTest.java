package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyCommandTest {
    private final Map<String, String> defaults = new LinkedHashMap<>(Map.of("rounds", "7"));
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Integer> run = new ArrayList<>();
    private List<String> quick = List.of();

    StudyCommandTest() {
        defaults.put("rows", "text,page");
    }

    private int call(String... arguments) throws Exception {
        return new StudyCommand("http", defaults, quick)
                .run(
                        List.of(arguments),
                        options -> {
                            options.list("rows", Workload::of);
                            run.add(options.number("rounds"));
                        },
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void helpShowsTheOptionsAndRunsNothing() throws Exception {
        assertThat(call("--rounds", "3", "--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("usage: perf/run [--no-build] http", "--rounds 7", "--rows text,page");
        assertThat(run).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--round 3, there is no option --round",
        "--rounds, the option --rounds needs a value",
        "--rounds three, the option --rounds takes a number",
        "--rounds 1.5, the option --rounds does not take '1.5'",
        "--rows tex, the option --rows does not take 'tex'",
        "64, there is no option 64"
    })
    void whatIsWrongIsSaidWithTheUsage(String arguments, String why) throws Exception {
        assertThat(call(arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("perf/run http: " + why)
                .contains("usage: ");
        assertThat(run).isEmpty();
    }

    @Test
    void runsWithTheOptionsThatWereGiven() throws Exception {
        assertThat(call("--rounds", "3")).isZero();
        assertThat(run).containsExactly(3);
    }

    @Test
    void theShortFormStandsForOptionsAndThoseBesideItCountMore() throws Exception {
        quick = List.of("--rounds", "2");
        assertThat(call("--quick")).isZero();
        assertThat(call("--quick", "--rounds", "4")).isZero();
        assertThat(call("--rounds", "5", "--quick")).isZero();
        assertThat(run).containsExactly(2, 4, 5);
        assertThat(call("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("--quick  (--rounds 2)");
    }

    @Test
    void aStudyWithoutAShortFormSaysSo() throws Exception {
        assertThat(call("--quick")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--quick");
    }
}
