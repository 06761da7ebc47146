package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.keelson.session.replica.SimulatedSessions.Flaw;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What {@link SessionReplica} promises, over schedules from seeds; {@code -Dkeelson.simulations=N} for more of them. */
class SessionSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("keelson.simulations", 300);
    private static final long FIRST = Long.getLong("keelson.simulation.seed", 1);
    private static final int MILLIS = 8_000;

    @Test
    void nothingAcknowledgedIsLostWhileEverySessionHasItsCopy() {
        run(FIRST, SCHEDULES);
    }

    @Test
    @Tag("soak")
    void norInManyMore() {
        run(1_000_000, Math.max(10_000, SCHEDULES));
    }

    private static void run(long first, int schedules) {
        long faults = 0;
        long answers = 0;
        for (long seed = first; seed < first + schedules; seed++) {
            SimulatedSessions world = new SimulatedSessions(seed, Flaw.NONE, false);
            List<String> problems = world.run(MILLIS);
            faults += world.faults();
            answers += world.answers();
            if (!problems.isEmpty()) {
                SimulatedSessions again = new SimulatedSessions(seed, Flaw.NONE, true);
                assertThat(again.run(MILLIS)).as("a seed says always the same").isEqualTo(problems);
                fail("seed " + seed + ": " + problems + "\n" + again.trace());
            }
        }
        System.out.println("sessions: " + schedules + " schedules, " + faults + " faults, " + answers + " requests");
        assertThat(faults).as("faults that were possible").isGreaterThan(schedules);
        assertThat(answers).as("requests that were answered").isGreaterThan(20L * schedules);
    }

    @Test
    void findsAnAnswerBeforeTheSecondaryHasIt() {
        assertThat(found(Flaw.EARLY_ACKNOWLEDGEMENT)).isTrue();
    }

    @Test
    void findsAStaleEpochThatIsAccepted() {
        assertThat(found(Flaw.STALE_EPOCH)).isTrue();
    }

    private static boolean found(Flaw flaw) {
        for (long seed = 1; seed <= 500; seed++) {
            if (!new SimulatedSessions(seed, flaw, false).run(MILLIS).isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
