package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UsersReportTest {
    private static UsersSample sample(long within, double p90) {
        return new UsersSample(
                600,
                new UsersResult(1000, within, 0, 0, 10, 5_000, p90, 50_000, 0.5),
                new MachineUse(1.5, 400_000, 2_000_000),
                2.0);
    }

    private static UsersReport.Part part() {
        Map<String, List<UsersSample>> samples = new LinkedHashMap<>();
        samples.put("disabled", List.of(sample(995, 10_000), sample(993, 12_000), sample(994, 11_000)));
        samples.put("replicated", List.of(sample(985, 20_000), sample(983, 24_000), sample(984, 22_000)));
        return new UsersReport.Part(
                10,
                600,
                Map.of(
                        "rounds",
                        "3",
                        "seconds",
                        "10",
                        "warm-up",
                        "5",
                        "think",
                        "1000",
                        "work",
                        "1",
                        "jdk",
                        "17",
                        "processors",
                        "2"),
                samples,
                Map.of("disabled", 600, "replicated", 0));
    }

    @Test
    void showsMediansAndRatiosToTheFirstRow() {
        String text = new UsersReport(List.of(part()), 1).markdown();

        assertThat(text)
                .contains("### Sessions of 10 KB, 600 users a server")
                .contains(
                        "| replication disabled | 600 | 99.40 % | 100 |  | 5.0 | 11.0 |  | 50.0 | 1.50 | 2.0 | 400 | 2,000 |")
                .contains("| memory replication | 600 | 98.40 % | 100 | 1.00 ")
                .contains("| 22.0 | 2.00 ")
                .contains("| below 10 |");
    }

    @Test
    void writesALineForEachRound() {
        assertThat(part().csv().lines()).hasSize(7).first().asString().startsWith("row,users_a_server,done");
    }

    @Test
    void aResultTravelsAsALine() throws IOException {
        UsersResult result = new UsersResult(10, 9, 1, 0, 2.5, 1000, 2000, 3000, 0.25);

        assertThat(UsersResult.parse(result.toString())).isEqualTo(result);
        assertThat(result.share()).isEqualTo(9 / 11.0);
    }
}
