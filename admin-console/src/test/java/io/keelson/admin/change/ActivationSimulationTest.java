package io.keelson.admin.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.keelson.admin.change.SimulatedDomain.Sabotage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Schedules of crashes, lost messages and failing disks, each from its seed. */
class ActivationSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("keelson.simulations", 2_000);
    private static final int MANY = 50_000;
    private static final int STEPS = 250;

    private static SimulatedDomain run(long seed, Sabotage sabotage) {
        return new SimulatedDomain(seed, sabotage).run(STEPS).settle();
    }

    @Test
    void everyScheduleEndsWithOneRevisionAndNobodyRunsAnother() {
        run(0, SCHEDULES);
    }

    @Test
    @Tag("soak")
    void soDoManyMore() {
        run(1_000_000, MANY);
    }

    private static void run(long first, int schedules) {
        long commits = 0;
        long aborts = 0;
        long told = 0;
        for (long seed = first; seed < first + schedules; seed++) {
            try {
                SimulatedDomain domain = run(seed, Sabotage.NONE);
                commits += domain.commits();
                aborts += domain.aborts();
                told += domain.told();
            } catch (AssertionError | RuntimeException e) {
                fail("seed " + seed, e);
            }
        }
        // The schedules do something: both ends are frequent, and so are servers that must be told again.
        assertThat(commits).isGreaterThan(schedules);
        assertThat(aborts).isGreaterThan(schedules);
        assertThat(told).isGreaterThan(commits * 4);
    }

    @Test
    void aSeedGivesTheSameScheduleAgain() {
        for (long seed = 0; seed < 50; seed++) {
            assertThat(run(seed, Sabotage.NONE).trace())
                    .isEqualTo(run(seed, Sabotage.NONE).trace());
        }
    }

    @ParameterizedTest
    @EnumSource(value = Sabotage.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void theChecksFindWhatIsPlanted(Sabotage sabotage) {
        int found = 0;
        for (long seed = 0; seed < 300; seed++) {
            try {
                run(seed, sabotage);
            } catch (AssertionError e) {
                found++;
            }
        }
        assertThat(found).isGreaterThan(5);
    }
}
