package io.keelson.session.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.keelson.session.replica.SimulatedSessions.Flaw;
import io.keelson.session.replica.SimulatedSessions.Kind;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what {@link SessionReplica} promises, over schedules from seeds; {@code -Dkeelson.simulations=N} for more of them. */
class SessionSimulationTest {
    private static final int SCHEDULES = Integer.getInteger("keelson.simulations", 2_500);
    private static final int ORDERLY = Integer.getInteger("keelson.simulations.orderly", 250);
    private static final int ROUGH = Integer.getInteger("keelson.simulations.rough", 500);
    private static final int ONE_SIDED = Integer.getInteger("keelson.simulations.one-sided", 250);
    private static final int BRIDGED = Integer.getInteger("keelson.simulations.bridged", 125);
    private static final long FIRST = Long.getLong("keelson.simulation.seed", 1);
    private static final int MILLIS = 2_000;

    @Test
    void whatIsLostIsNothingOrWhatWasSaid() {
        run(FIRST, SCHEDULES, Kind::of);
    }

    /** Also what has ended stays so, and who has begun to leave may stay. */
    @Test
    void norIsAnythingOnRoughDays() {
        run(FIRST, ROUGH, seed -> Kind.ROUGH);
    }

    /** A copy that was promoted where nobody asks for the session takes nothing from those who go on with it, however late its epoch is. */
    @Test
    void norIsAnythingToASideThatHasDoneNothing() {
        run(FIRST, ONE_SIDED, seed -> Kind.ONE_SIDED);
    }

    /** Nor does a request wait for as long as two servers of the cluster do not hear one another which others see both. */
    @Test
    void norIsAnythingWhereTwoServersDoNotHearOneAnother() {
        run(FIRST, BRIDGED, seed -> Kind.BRIDGED);
    }

    @Test
    @Tag("soak")
    void inManyMoreToo() {
        run(1_000_000, Math.max(200_000, SCHEDULES), Kind::of);
        run(1_000_000, Math.max(50_000, ROUGH), seed -> Kind.ROUGH);
        run(1_000_000, Math.max(50_000, ONE_SIDED), seed -> Kind.ONE_SIDED);
        run(1_000_000, Math.max(20_000, BRIDGED), seed -> Kind.BRIDGED);
    }

    private static void run(long first, int schedules, LongFunction<Kind> kinds) {
        LongAdder faults = new LongAdder();
        LongAdder answers = new LongAdder();
        LongAdder passedOn = new LongAdder();
        long begun = cpu();
        LongStream.range(first, first + schedules).parallel().forEach(seed -> {
            Kind kind = kinds.apply(seed);
            SimulatedSessions world = new SimulatedSessions(seed, kind, Flaw.NONE, false);
            List<String> problems = world.run(MILLIS);
            faults.add(world.faults());
            answers.add(world.answers());
            passedOn.add(world.passedOn());
            if (!problems.isEmpty()) {
                SimulatedSessions again = new SimulatedSessions(seed, kind, Flaw.NONE, true);
                assertThat(again.run(MILLIS)).as("a seed says always the same").isEqualTo(problems);
                fail("seed " + seed + ", " + kind + ": " + problems + "\n" + again.trace());
            }
        });
        System.out.println("sessions: " + schedules + " schedules, " + faults + " faults, " + answers + " requests, "
                + passedOn + " of them taken elsewhere, processor ms of one of the threads: "
                + (cpu() - begun) / 1_000_000);
        assertThat(faults.sum()).as("faults that were possible").isGreaterThan(schedules * 9L / 10);
        assertThat(answers.sum()).as("requests that were answered").isGreaterThan(15L * schedules);
        assertThat(passedOn.sum()).as("requests that were taken to the session").isGreaterThan(schedules / 2);
    }

    private static long cpu() {
        return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    /**
     * Each of three servers lets a session go a few times in half a minute; from then on it stays where it is, and requests are taken to
     * it. Some move it once more: those that were under way, and what was taken to where it has just been.
     */
    @Test
    void aSessionWhoseRequestsAlternateStaysSomewhere() {
        for (long seed = 1; seed <= 100; seed++) {
            SimulatedSessions world = new SimulatedSessions(seed, Kind.ALTERNATING, Flaw.NONE, false);
            assertThat(world.run(55_000)).as("seed " + seed).isEmpty();
            int windows = 2;
            int most =
                    SimulatedSessions.SERVERS.size() * SimulatedSessions.SESSIONS.size() * windows * Departures.OFTEN;
            assertThat(world.answers()).as("seed " + seed).isGreaterThan(1_000);
            assertThat(world.moves()).as("moves, seed " + seed).isBetween(Departures.OFTEN, most * 3 / 2);
            assertThat(world.passedOn()).as("passed on, seed " + seed).isGreaterThan(world.answers() / 2);
        }
    }

    /** As in a restart of all servers, one after the other: every request is answered, and none hears that what it did is lost. */
    @Test
    void orderlyStopsTurnNoRequestAway() {
        stopInOrder(FIRST, ORDERLY);
    }

    @Test
    @Tag("soak")
    void norDoManyMoreOrderlyStops() {
        stopInOrder(1_000_000, Math.max(20_000, ORDERLY));
    }

    private static void stopInOrder(long first, int schedules) {
        LongAdder answers = new LongAdder();
        LongStream.range(first, first + schedules).parallel().forEach(seed -> {
            SimulatedSessions world = new SimulatedSessions(seed, Kind.ORDERLY, Flaw.NONE, false);
            List<String> problems = world.run(8_000);
            if (!problems.isEmpty() || world.turnedAway() > 0) {
                SimulatedSessions again = new SimulatedSessions(seed, Kind.ORDERLY, Flaw.NONE, true);
                again.run(8_000);
                fail("seed " + seed + ": " + problems + ", turned away " + world.turnedAway() + "\n" + again.trace());
            }
            answers.add(world.answers());
        });
        System.out.println("orderly stops: " + schedules + " schedules, " + answers + " requests");
        assertThat(answers.sum()).isGreaterThan(100L * schedules);
    }

    /** What a server had handed over to one that never got it was dropped for a copy from the other side, and counted by nobody. */
    @Test
    void whatWasOnItsWayWhenTheNetworkHealedIsCounted() {
        assertThat(new SimulatedSessions(3812, Kind.PARTITIONS, Flaw.NONE, false).run(MILLIS))
                .isEmpty();
    }

    /** A server was chosen again for the copy that it had just been told to drop; that word came after the new copy, and took it away. */
    @Test
    void aLateWordToDropACopyDoesNotTakeTheNextOne() {
        assertThat(new SimulatedSessions(1_092_288, Kind.FAULTS, Flaw.NONE, false).run(MILLIS))
                .isEmpty();
    }

    /**
     * A server that had been paused handed a session over to an earlier question, and refused the next one for as long as it did not
     * trust its view.
     */
    @Test
    void whoMissedASessionThatWasHandedToItGetsItAgainAtOnce() {
        assertThat(new SimulatedSessions(1_340_200, Kind.FAULTS, Flaw.NONE, false).run(MILLIS))
                .isEmpty();
    }

    /**
     * A server that left told its secondary to be the primary, which was paused, and then another one. Both took it with one epoch; what
     * one of them acknowledged was gone, or counted by nobody.
     */
    @Test
    void ofTwoThatWereToldToBeThePrimaryTheLastOneIs() {
        assertThat(LongStream.of(336_937, 349_214, 246_550, 1_605_681)
                        .mapToObj(seed -> new SimulatedSessions(seed, Kind.of(seed), Flaw.NONE, false).run(MILLIS)))
                .allSatisfy(problems -> assertThat(problems).isEmpty());
    }

    /**
     * Who had just been handed a session took it that the holder lacked a change for that it knew nothing; then both had a copy, and each
     * could go on without the other. And what such a one had told nobody was counted as lost.
     */
    @Test
    void whoHasJustBeenHandedASessionKnowsWhoTheHolderIs() {
        assertThat(LongStream.of(338_508, 393_951, 565_560, 626_765, 908_944, 947_221, 1_576_680, 1_703_403)
                        .mapToObj(seed -> new SimulatedSessions(seed, Kind.of(seed), Flaw.NONE, false).run(MILLIS)))
                .allSatisfy(problems -> assertThat(problems).isEmpty());
    }

    /**
     * A partition had healed, and a copy was used that its primary had counted as lost; both sides had one epoch; a server in a pause of
     * less than a second was taken out of the view, which no cluster does.
     */
    @Test
    void thoseOfTheFirstTwoMillionThatWereWrongAreRight() {
        assertThat(LongStream.of(234_155, 1_474_715, 1_727_269)
                        .mapToObj(seed -> new SimulatedSessions(seed, Kind.of(seed), Flaw.NONE, false).run(MILLIS)))
                .allSatisfy(problems -> assertThat(problems).isEmpty());
    }

    /**
     * The word of its end was not there yet when its server had gone, or was not for who had given it and was about to leave; an old
     * copy came back.
     */
    @Test
    void whatHasEndedStaysSo() {
        assertThat(LongStream.of(5_679, 47_220, 1_022_672)
                        .mapToObj(seed -> new SimulatedSessions(seed, Kind.ROUGH, Flaw.NONE, false).run(MILLIS)))
                .allSatisfy(problems -> assertThat(problems).isEmpty());
    }

    @Test
    void aSeedSaysAlwaysTheSame() {
        for (long seed = 1; seed <= 8; seed++) {
            assertThat(traced(seed)).isEqualTo(traced(seed)).contains("Send");
        }
    }

    private static String traced(long seed) {
        SimulatedSessions world = new SimulatedSessions(seed, Kind.of(seed), Flaw.NONE, true);
        world.run(MILLIS);
        return world.trace();
    }

    @Test
    void findsAnAnswerBeforeTheSecondaryHasIt() {
        assertThat(found(Kind.FAULTS, Flaw.EARLY_ACKNOWLEDGEMENT)).isTrue();
    }

    @Test
    void findsAStaleEpochThatIsAccepted() {
        assertThat(found(Kind.FAULTS, Flaw.STALE_EPOCH)).isTrue();
    }

    @Test
    void findsALossThatIsNotCounted() {
        assertThat(found(Kind.PARTITIONS, Flaw.UNCOUNTED)).isTrue();
    }

    @Test
    void findsALagThatWasMore() {
        assertThat(found(Kind.ASYNCHRONOUS, Flaw.UNDERSTATED_LAG)).isTrue();
    }

    @Test
    void findsAnEndThatIsForgotten() {
        assertThat(found(Kind.ROUGH, Flaw.FORGOTTEN_END)).isTrue();
    }

    @Test
    void findsAViewThatWasTrustedAfterAPause() {
        assertThat(found(Kind.FAULTS, Flaw.HASTY_TRUST)).isTrue();
    }

    private static boolean found(Kind kind, Flaw flaw) {
        return LongStream.rangeClosed(1, 2_000)
                .anyMatch(seed -> !new SimulatedSessions(seed, kind, flaw, false)
                        .run(MILLIS)
                        .isEmpty());
    }
}
