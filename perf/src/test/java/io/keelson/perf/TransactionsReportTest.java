package io.keelson.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionsReportTest {
    private final TransactionsReport report = new TransactionsReport("Two rounds.", 1);

    @Test
    void costsAreWhatIsMoreThanWithout() {
        Map<String, List<CallCosts>> turns = new LinkedHashMap<>();
        turns.put("keelson", List.of(new CallCosts(100, 600, 24, 1_024), new CallCosts(100, 600, 24, 1_024)));
        turns.put("wildfly", List.of(new CallCosts(200, 1_200, 24, 2_024), new CallCosts(200, 1_200, 24, 2_024)));
        report.add(TransactionRow.XA, turns);
        assertThat(report.markdown())
                .startsWith("Two rounds.")
                .contains("| @Transactional, one XA resource | keelson | 0.50 | 0.60 | 0.10 | 1000 |")
                .contains("| keelson / wildfly | 0.50 [0.50, 0.50] | 0.50 [0.50, 0.50] | | |")
                .doesNotContain("Two databases");
        assertThat(report.csv()).contains("xa,keelson,2,100.0,600.0,24.0,1024.0,,\n");
    }

    @Test
    void ratesAreComparedForEachNumberOfThreads() {
        Map<String, List<TransactionRate>> turns = new LinkedHashMap<>();
        turns.put("keelson", List.of(new TransactionRate(1_200, 100)));
        turns.put("wildfly", List.of(new TransactionRate(1_000, 200)));
        report.add(8, turns);
        assertThat(report.markdown())
                .contains("| 8 | keelson | 1,200 | 100 |")
                .contains("| 8 | keelson / wildfly | 1.20 [1.20, 1.20] | 0.50 [0.50, 0.50] |");
        assertThat(report.csv()).contains("two-8,wildfly,1,,,,,1000.0,200.0\n");
    }

    @Test
    void oneServerIsComparedWithNothing() {
        report.add(TransactionRow.EMPTY, Map.of("keelson", List.of(new CallCosts(1, 2, 3, 4))));
        assertThat(report.markdown()).doesNotContain("keelson /");
        assertThatThrownBy(() -> TransactionRow.of("none")).hasMessageContaining("empty, bean, local, xa, two");
    }

    @Test
    void callsAreMeasuredInTurns() throws Exception {
        CallCosts costs = CallCosts.measured(number -> number + 1, number -> number + new byte[4_096].length, 0, 3, 50);
        assertThat(costs.moreBytes()).isGreaterThan(4_000);
        CallCosts read = CallCosts.parse(costs.csv());
        assertThat(read.csv()).isEqualTo(costs.csv());
        assertThatThrownBy(() -> CallCosts.parse("1,2,3")).hasMessageContaining("no costs");
    }

    @Test
    void connectionsDoNothing() throws Exception {
        try (var connection = new IdleDataSource().getConnection()) {
            connection.setAutoCommit(false);
            assertThat(connection.getAutoCommit()).isFalse();
            assertThat(connection.isValid(1)).isTrue();
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("idle");
            connection.commit();
        }
    }

    @Test
    void theArchiveHasWhatItsServletNeeds(@TempDir Path directory) throws Exception {
        Path war = directory.resolve(TransactionsWar.FILE);
        TransactionsWar.write(war, List.of());
        try (ZipFile zip = new ZipFile(war.toFile())) {
            assertThat(zip.getEntry("WEB-INF/classes/io/keelson/perf/TransactionsServlet.class"))
                    .isNotNull();
            assertThat(zip.getEntry("WEB-INF/lib/postgresql.jar")).isNull();
        }
        assertThat(Files.size(war)).isPositive();
        assertThat(TransactionsWar.descriptor(List.of(24_001, 24_002)))
                .contains("java:app/jdbc/one", "java:app/jdbc/two", "<port-number>24002</port-number>")
                .contains("java:app/jdbc/local", "java:app/jdbc/xa");
    }
}
