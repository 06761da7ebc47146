package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebProfileReportTest {
    private static final String ROW = "{\"id\":1000,\"randomNumber\":9999}";

    private static Sample sample(double rate, double cpu) {
        return new Sample(rate, cpu, 0, 1, 1, 1, 2_000, 1_024, 300, 0.5);
    }

    @Test
    void ratiosAreOfOursToEachOther() {
        WebProfileReport report = new WebProfileReport("Two rounds.", 1);
        Map<String, List<Sample>> samples = new LinkedHashMap<>();
        samples.put("keelson", List.of(sample(200, 50), sample(220, 50)));
        samples.put("wildfly", List.of(sample(100, 100), sample(110, 100)));
        report.add(WebProfileWorkload.DB, samples);
        report.starts(Map.of("keelson", List.of(1.5, 2.5, 2.0)));
        assertThat(report.markdown())
                .contains("| one query | keelson | 210 | 2.0 | 50.0 | 1.0 | 300 |")
                .contains("| one query | keelson / wildfly | 2.00 [2.00, 2.00] | 1.00 [1.00, 1.00] | 0.50 [0.50, 0.50]")
                .contains("| keelson | 2.00 | 1.50, 2.50, 2.00 |");
        assertThat(report.csv()).contains("db,keelson,2,220.0").contains("db,wildfly,1,100.0");
        assertThat(report.svg()).contains("one query", "wildfly");
    }

    @Test
    void anAnswerIsLookedAt() {
        assertThat(WebProfileWorkload.JSON.answers("{\"message\":\"Hello, World!\"}"))
                .isTrue();
        assertThat(WebProfileWorkload.DB.answers(ROW)).isTrue();
        assertThat(WebProfileWorkload.DB.answers("{\"id\":1000,\"randomNumber\":0}"))
                .isFalse();
        String nineteen = (ROW + ",").repeat(19);
        assertThat(WebProfileWorkload.QUERIES.answers("[" + nineteen + ROW + "]"))
                .isTrue();
        assertThat(WebProfileWorkload.QUERIES.answers("[" + nineteen + ROW + "," + ROW + "]"))
                .isFalse();
        String sayings = "<tr><td>1</td><td>&lt;script&gt;</td></tr>".repeat(13);
        assertThat(WebProfileWorkload.FORTUNES.answers("<!DOCTYPE html><table>" + sayings + "</table></html>"))
                .isTrue();
        assertThat(WebProfileWorkload.FORTUNES.answers(
                        "<!DOCTYPE html><table>" + sayings.replace("&lt;", "<") + "</table>"))
                .isFalse();
        assertThatThrownBy(() -> WebProfileWorkload.of("joy"))
                .hasMessageContaining("json, db, queries, fortunes, updates");
    }

    @Test
    void whatNeedsANewerJavaIsLeftOut() {
        assertThat(WebProfileStudy.serversOn(17)).containsExactly("keelson", "wildfly", "liberty", "quarkus");
        assertThat(WebProfileStudy.serversOn(21)).isEqualTo(WebProfileServers.NAMES);
    }
}
