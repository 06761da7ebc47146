package io.keelson.tx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The crash matrix: real processes, halted at each moment of a two-phase commit, on PostgreSQL and a directory. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrashMatrixIT {
    private static final int CRASHES = 200;

    @TempDir
    static Path directory;

    private CrashMatrix matrix;

    @BeforeAll
    void start() throws Exception {
        matrix = CrashMatrix.start(directory);
    }

    @AfterAll
    void stop() throws Exception {
        matrix.close();
    }

    /** Each process recovers from the crash of the one before, then crashes at the next point. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void atEachPointOfACommit() throws Exception {
        int run = 0;
        for (String point : CrashMatrix.POINTS) {
            int ended = matrix.run(List.of(), "matrix" + run++, 1, point, 1, false);
            assertThat(ended).as(point).isEqualTo(CrashPoints.HALTED);
            assertThat(matrix.run(List.of(), "after" + run, 0, "none", 1, false))
                    .as("recovery after %s", point)
                    .isZero();
            matrix.check(point);
        }
        assertThat(matrix.committed()).isPositive();
    }

    /** The same where the decision is a row that a last resource commits with its own work. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void atEachPointOfACommitByALastResource() throws Exception {
        int before = matrix.committed();
        int run = 0;
        for (String point : CrashMatrix.POINTS_OF_LAST) {
            int ended = matrix.run(List.of(), CrashingServer.LAST + run++, 1, point, 1, false);
            assertThat(ended).as(point).isEqualTo(CrashPoints.HALTED);
            assertThat(matrix.run(List.of(), "after-last" + run, 0, "none", 1, false))
                    .as("recovery after %s", point)
                    .isZero();
            matrix.check(point);
        }
        // Decided, and so committed: all moments from the commit of the last resource on.
        assertThat(matrix.committed() - before).isEqualTo(6);
    }

    /** The same where the decision is a row of a table of logs, and no file has anything of it. */
    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void atEachPointOfACommitByALogInADatabase() throws Exception {
        int before = matrix.committed();
        int run = 0;
        for (String point : CrashMatrix.POINTS) {
            int ended = matrix.run(List.of(), CrashingServer.LOGGED + run++, 1, point, 1, false);
            assertThat(ended).as(point).isEqualTo(CrashPoints.HALTED);
            assertThat(matrix.run(List.of(), CrashingServer.LOGGED + "-after" + run, 0, "none", 1, false))
                    .as("recovery after %s", point)
                    .isZero();
            matrix.check(point);
        }
        // Decided, and so committed: all moments from the end of the write-through on.
        assertThat(matrix.committed() - before).isEqualTo(8);
    }

    /** Crashes at random points, also of recovery itself. */
    @Test
    @Tag("soak")
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void twoHundredCrashes() throws Exception {
        long seed = Long.getLong("keelson.crash.seed", 20261128L);
        Random random = new Random(seed);
        int crashes = 0;
        for (int i = 0; crashes < CRASHES; i++) {
            String point = CrashMatrix.POINTS.get(random.nextInt(CrashMatrix.POINTS.size()));
            boolean inRecovery = random.nextInt(3) == 0;
            int ended =
                    matrix.run(List.of(), "soak" + i, 1 + random.nextInt(4), point, 1 + random.nextInt(2), inRecovery);
            crashes += ended == CrashPoints.HALTED ? 1 : 0;
            if (random.nextBoolean()) {
                assertThat(matrix.run(List.of(), "quiet" + i, 0, "none", 1, false))
                        .isZero();
                matrix.check("seed " + seed + ", run " + i + ", " + point);
            }
        }
    }

    /** A log that takes no more bytes: what is not decided is rolled back, and the process goes on. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void aLogThatCannotGrowRollsBack() throws Exception {
        matrix.run(List.of(), "roomy", 1, "none", 1, false);
        // Files of the process may have 6 KiB: the log is full after a few dozen transactions.
        int before = matrix.committed();
        matrix.run(List.of("bash", "-c", "ulimit -f 6; exec \"$@\"", "limited"), "full", 60, "none", 1, false);
        int during = matrix.committed() - before;
        assertThat(during).as("committed before the log was full").isBetween(1, 59);
        assertThat(Files.readString(directory.resolve("output-full"))).contains("is rolled back", "cannot be written");
        matrix.check("a full log");
        assertThat(matrix.run(List.of(), "again", 2, "none", 1, false)).isZero();
        matrix.check("the log has room again");
        assertThat(matrix.committed()).isEqualTo(before + during + 2);
    }
}
