package io.keelson.cluster.names;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import org.junit.jupiter.api.Test;

/** Thousands of schedules of crashes, partitions and merges, each from its seed. */
class NamingTreeSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("keelson.simulations", 3_000);
    private static final int STEPS = 150;

    @Test
    void everyScheduleEndsWithOneTreeThatHasWhatWasPromised() {
        long answered = 0;
        long conflicts = 0;
        for (long seed = 0; seed < SCHEDULES; seed++) {
            double loss = seed % 3 == 0 ? 0 : 0.05;
            try {
                SimulatedCluster cluster =
                        new SimulatedCluster(seed, loss, false).run(STEPS).settle();
                answered += cluster.answered();
                conflicts += cluster.conflicts();
            } catch (AssertionError | RuntimeException e) {
                fail("seed " + seed, e);
            }
        }
        // The schedules do something, and partitions do lead to conflicts.
        assertThat(answered).isGreaterThan(SCHEDULES * 5L);
        assertThat(conflicts).isGreaterThan(SCHEDULES / 100);
    }

    @Test
    void aSeedGivesTheSameScheduleAgain() {
        for (long seed = 0; seed < 50; seed++) {
            String first =
                    new SimulatedCluster(seed, 0.05, false).run(STEPS).settle().trace();
            String again =
                    new SimulatedCluster(seed, 0.05, false).run(STEPS).settle().trace();
            assertThat(again).isEqualTo(first);
        }
    }

    @Test
    void theChecksFindACoordinatorThatAnswersTooEarly() {
        int found = 0;
        for (long seed = 0; seed < 200; seed++) {
            try {
                new SimulatedCluster(seed, 0, true).run(STEPS).settle();
            } catch (AssertionError e) {
                found++;
            }
        }
        assertThat(found).isGreaterThan(20);
    }
}
