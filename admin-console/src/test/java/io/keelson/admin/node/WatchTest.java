package io.keelson.admin.node;

import static io.keelson.admin.domain.WatchState.FAILED_NOT_RESTARTABLE;
import static io.keelson.admin.domain.WatchState.FAILED_RESTARTING;
import static io.keelson.admin.domain.WatchState.SHUTDOWN;
import static io.keelson.admin.domain.WatchState.STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.admin.domain.WatchRecord;
import io.keelson.admin.domain.WatchState;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what the node manager does for one server, with processes and a clock that the test moves. */
class WatchTest {
    private static final String NAME = "server-1";
    private static final String ME = "alice";

    private final FakeProcesses processes = new FakeProcesses();
    private final List<WatchRecord> disk = new ArrayList<>();
    private boolean diskFull;
    private long millis = 1_000_000_000_000L;
    private long nanos;
    private RestartSettings settings = RestartSettings.DEFAULTS;
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return millis;
        }
    };
    private Watch watch = watch(WatchRecord.none(NAME));

    private Watch watch(WatchRecord record) {
        return new Watch(
                record,
                processes,
                kept -> {
                    if (diskFull) {
                        throw new IOException("No space left on device");
                    }
                    disk.add(kept);
                },
                server -> settings,
                ticker);
    }

    /** Another node manager, which knows what is on the disk. */
    private void startNodeManagerAgain() {
        processes.made.forEach(process -> process.child = false);
        watch = watch(disk.get(disk.size() - 1));
        watch.open();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        millis += time.toMillis();
        watch.tick();
    }

    private void crash() {
        processes.last().end(137);
        watch.tick();
    }

    private void expect(WatchState state, boolean wanted, int launches) {
        assertThat(watch.record().state()).as(watch.record().why()).isEqualTo(state);
        assertThat(watch.record().wanted()).isEqualTo(wanted);
        assertThat(processes.options).hasSize(launches);
    }

    @Test
    void isOnTheDiskBeforeThereIsAProcess() throws Exception {
        watch.start(ME);
        expect(STARTED, true, 1);
        assertThat(disk.get(0)).isEqualTo(new WatchRecord(NAME, true, STARTED, 0, null, List.of(), ""));
        assertThat(disk.get(1).pid()).isEqualTo(processes.last().pid);
        assertThat(disk.get(1).processMark()).isEqualTo(processes.last().mark);
    }

    @Test
    void oneThatCrashesIsStartedAgainAsOftenAsItMayAndNoMore() throws Exception {
        watch.start(ME);
        for (int i = 1; i <= 2; i++) {
            crash();
            expect(FAILED_RESTARTING, true, i);
            pass(Duration.ofSeconds(1));
            expect(STARTED, true, i + 1);
        }
        crash();
        expect(FAILED_NOT_RESTARTABLE, false, 3);
        assertThat(watch.record().why()).contains("signal 9", "2 times", "restart-max is 2");
        pass(Duration.ofDays(1));
        expect(FAILED_NOT_RESTARTABLE, false, 3);
        startNodeManagerAgain();
        pass(Duration.ofDays(1));
        expect(FAILED_NOT_RESTARTABLE, false, 3);

        watch.start(ME);
        crash();
        pass(Duration.ofSeconds(1));
        expect(STARTED, true, 5);
    }

    @Test
    void onlyRestartsWithinTheIntervalCount() throws Exception {
        watch.start(ME);
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofMinutes(31));
            crash();
            pass(Duration.ZERO);
            expect(STARTED, true, i + 2);
        }
    }

    @Test
    void aClockThatIsSetBackLetsNobodyRestartMoreOften() throws Exception {
        watch.start(ME);
        crash();
        pass(Duration.ZERO);
        crash();
        pass(Duration.ZERO);
        millis -= Duration.ofDays(7).toMillis();
        crash();
        expect(FAILED_NOT_RESTARTABLE, false, 3);
    }

    @Test
    void waitsForTheDelayFirst() throws Exception {
        settings = new RestartSettings(true, 5, Duration.ofHours(1), Duration.ofSeconds(10), null);
        watch.start(ME);
        crash();
        pass(Duration.ofSeconds(9));
        expect(FAILED_RESTARTING, true, 1);
        pass(Duration.ofSeconds(1));
        expect(STARTED, true, 2);
    }

    @Test
    void anOrderTakesTheRestartBack() throws Exception {
        settings = new RestartSettings(true, 5, Duration.ofHours(1), Duration.ofSeconds(10), null);
        watch.start(ME);
        crash();
        watch.shutdown(false, ME);
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    @Test
    void withoutAutoRestartNothingIsStartedAgain() throws Exception {
        settings = new RestartSettings(false, 5, Duration.ofHours(1), Duration.ZERO, "-Xmx1g");
        watch.start(ME);
        assertThat(processes.options).containsExactly("-Xmx1g");
        crash();
        pass(Duration.ofMinutes(1));
        expect(FAILED_NOT_RESTARTABLE, false, 1);
    }

    @ParameterizedTest
    @CsvSource({
        // exit code, what the server says, what comes of it
        "0,   SHUTDOWN,  SHUTDOWN",
        "3,   SHUTDOWN,  SHUTDOWN",
        "143, SHUTDOWN,  SHUTDOWN",
        "130, SHUTDOWN,  SHUTDOWN",
        "1,   FAILED,    FAILED_NOT_RESTARTABLE",
        "2,   STARTING,  FAILED_NOT_RESTARTABLE",
        "4,   FAILED,    FAILED_RESTARTING",
        "137, RUNNING,   FAILED_RESTARTING",
        "134, RUNNING,   FAILED_RESTARTING",
        "143, RUNNING,   FAILED_RESTARTING",
    })
    void whatItsEndMeans(int exit, String said, WatchState state) throws Exception {
        watch.start(ME);
        processes.say(NAME, said, processes.last());
        processes.last().end(exit);
        watch.tick();
        expect(state, state == FAILED_RESTARTING, 1);
    }

    @Test
    void oneThatCouldNotStartByItselfIsTriedAgain() throws Exception {
        watch.start(ME);
        crash();
        pass(Duration.ZERO);
        processes.last().end(1);
        watch.tick();
        expect(FAILED_RESTARTING, true, 2);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whomAnOperatorStopsIsNotStartedAgainHoweverItEnds(boolean killed) throws Exception {
        watch.start(ME);
        FakeProcesses.Fake process = processes.last();
        if (killed) {
            watch.kill(ME);
        } else {
            watch.shutdown(false, ME);
            assertThat(process.signals).containsExactly("TERM");
            process.end(137);
        }
        assertThat(disk.get(disk.size() - 1).wanted()).isFalse();
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
        startNodeManagerAgain();
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    @Test
    void oneThatIsKilledAsIfItCrashedIsStartedAgainAsOftenAsItMay() throws Exception {
        watch.start(ME);
        for (int i = 1; i <= 2; i++) {
            watch.crash(ME);
            assertThat(processes.last().alive).isFalse();
            watch.tick();
            expect(FAILED_RESTARTING, true, i);
            assertThat(watch.record().why()).contains("signal 9");
            assertThatThrownBy(() -> watch.crash(ME)).as("nothing runs").hasMessageContaining("is not watched now");
            pass(Duration.ofSeconds(1));
            expect(STARTED, true, i + 1);
        }
        watch.crash(ME);
        watch.tick();
        expect(FAILED_NOT_RESTARTABLE, false, 3);
        assertThatThrownBy(() -> watch.crash(ME)).hasMessageContaining("is not watched now");
    }

    @Test
    void oneThatIsEndingIsNotKilledToComeAgain() throws Exception {
        watch.start(ME);
        watch.shutdown(false, ME);
        assertThatThrownBy(() -> watch.crash(ME)).hasMessageContaining("is not watched now");
        assertThat(processes.last().alive).isTrue();
    }

    @Test
    void aForcedEndIsASecondSignalALittleLater() throws Exception {
        watch.start(ME);
        watch.shutdown(true, ME);
        watch.tick();
        assertThat(processes.last().signals).containsExactly("TERM");
        pass(Duration.ofSeconds(1));
        pass(Duration.ofSeconds(1));
        assertThat(processes.last().signals).containsExactly("TERM", "TERM");
    }

    @Test
    void anEndThatSomebodyElseBringsAboutIsNoCrash() throws Exception {
        watch.start(ME);
        watch.expectEnd(ME);
        processes.last().end(137);
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    @Test
    void itIsNotStartedTwice() throws Exception {
        watch.start(ME);
        assertThatThrownBy(() -> watch.start(ME)).hasMessageContaining("runs already, as process 100");
        watch.shutdown(false, ME);
        assertThatThrownBy(() -> watch.start(ME)).hasMessageContaining("is ending");
        expect(STARTED, false, 1);
        assertThatThrownBy(() -> watch(WatchRecord.none("other")).kill(ME)).hasMessageContaining("does not run");
    }

    // ---- the node manager is started again -------------------------------------------------------------------------

    @Test
    void aProcessThatRunsOnIsWatchedAgain() throws Exception {
        watch.start(ME);
        startNodeManagerAgain();
        expect(STARTED, true, 1);
        assertThat(watch.running()).isPresent();
        crash();
        pass(Duration.ZERO);
        expect(STARTED, true, 2);
    }

    @Test
    void oneThatCrashedMeanwhileIsStarted() throws Exception {
        watch.start(ME);
        processes.say(NAME, "RUNNING", processes.last());
        processes.last().end(137);
        startNodeManagerAgain();
        expect(FAILED_RESTARTING, true, 1);
        pass(Duration.ZERO);
        expect(STARTED, true, 2);
    }

    @Test
    void oneThatEndedInGoodOrderMeanwhileIsNot() throws Exception {
        watch.start(ME);
        processes.say(NAME, "SHUTDOWN", processes.last());
        processes.last().end(0);
        startNodeManagerAgain();
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    @Test
    void theRestartsOfTheOneBeforeCount() throws Exception {
        watch.start(ME);
        for (int i = 0; i < 2; i++) {
            crash();
            pass(Duration.ofSeconds(1));
            startNodeManagerAgain();
        }
        crash();
        expect(FAILED_NOT_RESTARTABLE, false, 3);
    }

    @Test
    void aStrangerWithItsNumberIsNotTakenForIt() throws Exception {
        watch.start(ME);
        FakeProcesses.Fake dead = processes.last();
        dead.end(137);
        FakeProcesses.Fake stranger = processes.stranger(dead.pid, "another-mark");
        startNodeManagerAgain();
        expect(FAILED_RESTARTING, true, 1);
        assertThatThrownBy(() -> watch(disk.get(1)).kill(ME)).hasMessageContaining("does not run");
        assertThat(stranger.signals).isEmpty();
    }

    @Test
    void aProcessThatWasMadeBeforeItWasWrittenDownIsFoundByWhatItSays() {
        FakeProcesses.Fake process = processes.stranger(4711, "its-mark");
        processes.say(NAME, "RUNNING", process);
        disk.add(new WatchRecord(NAME, true, STARTED, 0, null, List.of(), ""));
        startNodeManagerAgain();
        expect(STARTED, true, 0);
        assertThat(watch.record().pid()).isEqualTo(4711);
    }

    @Test
    void oneThatWasOrderedToEndMeanwhileIsNotStarted() throws Exception {
        watch.start(ME);
        watch.shutdown(false, ME);
        startNodeManagerAgain();
        assertThat(watch.running()).isPresent();
        crash();
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    @Test
    void ofADamagedRecordTheServerThatRunsIsWatched() {
        FakeProcesses.Fake process = processes.stranger(4711, "its-mark");
        processes.say(NAME, "RUNNING", process);
        watch.openDamaged();
        watch.tick();
        expect(STARTED, true, 0);
        crash();
        pass(Duration.ZERO);
        expect(STARTED, true, 1);

        watch = watch(WatchRecord.none("other"));
        watch.openDamaged();
        pass(Duration.ofMinutes(1));
        expect(SHUTDOWN, false, 1);
    }

    // ---- started by hand -------------------------------------------------------------------------------------------

    @Test
    void oneThatWasStartedByHandIsWatchedFromTheOrderOn() throws Exception {
        FakeProcesses.Fake process = processes.stranger(4711, "its-mark");
        processes.say(NAME, "RUNNING", process);
        watch.start(ME);
        expect(STARTED, true, 0);
        crash();
        pass(Duration.ZERO);
        expect(STARTED, true, 1);
    }

    @Test
    void oursGivesWayToOneThatWasThereFirst() throws Exception {
        watch.start(ME);
        FakeProcesses.Fake other = processes.stranger(4711, "its-mark");
        processes.say(NAME, "RUNNING", other);
        processes.made.get(0).end(1);
        watch.tick();
        expect(STARTED, true, 1);
        assertThat(watch.record().pid()).isEqualTo(4711);
    }

    // ---- the disk --------------------------------------------------------------------------------------------------

    @Test
    void whatTheDiskDoesNotKeepIsNotStarted() {
        diskFull = true;
        assertThatThrownBy(() -> watch.start(ME))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No space");
        expect(SHUTDOWN, false, 0);
    }

    @Test
    void aCrashedServerDoesNotWaitForTheDisk() throws Exception {
        watch.start(ME);
        diskFull = true;
        crash();
        pass(Duration.ZERO);
        expect(STARTED, true, 2);
        assertThat(watch.behind()).isTrue();
        diskFull = false;
        watch.tick();
        assertThat(disk.get(disk.size() - 1)).isEqualTo(watch.record());
        assertThat(watch.behind()).isFalse();
    }

    @Test
    void aMachineThatCannotMakeProcessesIsTriedAsOftenAsRestartMax() throws Exception {
        watch.start(ME);
        crash();
        processes.broken = "Cannot allocate memory";
        for (int i = 0; i < 10; i++) {
            pass(Duration.ofSeconds(1));
        }
        expect(FAILED_NOT_RESTARTABLE, false, 1);
        assertThat(watch.record().why()).contains("Cannot allocate memory");
        assertThatThrownBy(() -> watch.start(ME)).isInstanceOf(IOException.class);
    }

    /** Whatever happens: never two processes, nobody starts who was stopped, and never more restarts than allowed. */
    @Test
    void anyOrderOfEventsKeepsTheInvariants() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("WatchTest seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            processes.made.clear();
            processes.said.clear();
            processes.options.clear();
            disk.clear();
            disk.add(WatchRecord.none(NAME));
            diskFull = false;
            watch = watch(WatchRecord.none(NAME));
            int ordered = 0;
            for (int step = 0; step < 60; step++) {
                int before = processes.options.size();
                boolean wanted = watch.record().wanted();
                boolean ordering = false;
                switch (random.nextInt(9)) {
                    case 0 -> {
                        ordering = true;
                        if (quietly(() -> watch.start(ME))) {
                            ordered++;
                        }
                    }
                    case 1 -> quietly(() -> watch.shutdown(random.nextBoolean(), ME));
                    case 2 -> quietly(() -> watch.kill(ME));
                    case 3, 4 -> alive().forEach(process -> process.end(random.nextBoolean() ? 137 : 0));
                    case 5 -> startNodeManagerAgain();
                    case 7 -> quietly(() -> watch.crash(ME));
                    case 6 -> alive().forEach(process -> processes.say(NAME, "RUNNING", process));
                    default -> pass(Duration.ofMinutes(random.nextInt(3)));
                }
                assertThat(alive()).as("seed " + seed).hasSizeLessThan(2);
                if (!ordering && !wanted) {
                    assertThat(processes.options).as("seed " + seed).hasSize(before);
                }
            }
            assertThat(processes.options.size()).as("seed " + seed).isLessThanOrEqualTo(ordered * 3);
        }
    }

    private List<FakeProcesses.Fake> alive() {
        return processes.made.stream().filter(process -> process.alive).toList();
    }

    private interface Step {
        void run() throws Exception;
    }

    private static boolean quietly(Step step) {
        try {
            step.run();
            return true;
        } catch (OrderRefusedException | IOException e) {
            return false;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
