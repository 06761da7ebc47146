package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The crash matrix on a MariaDB of its own: Debian's package {@code mariadb-server-core}. With {@code -Pmariadb} only. */
@Tag("mariadb")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbCrashMatrixIT {
    static final List<String> POINTS = CrashMatrix.POINTS;
    static final List<String> POINTS_OF_LAST = CrashMatrix.POINTS_OF_LAST;

    @TempDir
    static Path directory;

    private CrashMatrix matrix;
    private int run;

    @BeforeAll
    void start() throws Exception {
        MariaDb mariaDb = MariaDb.start(directory);
        matrix = CrashMatrix.on(CrashDatabases.MARIADB, mariaDb.port(), mariaDb, directory);
    }

    @AfterAll
    void stop() throws Exception {
        matrix.close();
    }

    @ParameterizedTest
    @FieldSource("POINTS")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void eachTransactionIsEverywhereOrNowhere(String point) throws Exception {
        crash("matrix", point);
    }

    /** The same where the decision is a row that a last resource commits with its own work. */
    @ParameterizedTest
    @FieldSource("POINTS_OF_LAST")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void soItIsWithALastResource(String point) throws Exception {
        crash(CrashingServer.LAST, point);
    }

    /** The same where the decision is a row of a table of logs. */
    @ParameterizedTest
    @FieldSource("POINTS")
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void soItIsWithALogInTheDatabase(String point) throws Exception {
        crash(CrashingServer.LOGGED, point);
    }

    private void crash(String name, String point) throws Exception {
        run++;
        assertThat(matrix.run(List.of(), name + run, 1, point, 1, false))
                .as(point)
                .isEqualTo(CrashPoints.HALTED);
        assertThat(matrix.run(List.of(), name + "-after" + run, 0, "none", 1, false))
                .as("recovery after %s", point)
                .isZero();
        matrix.check(point);
    }
}
