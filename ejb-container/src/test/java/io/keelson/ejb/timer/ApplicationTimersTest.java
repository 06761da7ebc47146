package io.keelson.ejb.timer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.ejb.fixture.OneThreadTransactions;
import jakarta.ejb.NoMoreTimeoutsException;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Timers with a clock that the test drives, and files as their store. */
class ApplicationTimersTest {
    private static final long BEGIN = 1_000_000_000_000L;

    @TempDir
    Path directory;

    private final ManualScheduler time = new ManualScheduler(BEGIN);
    private final OneThreadTransactions transactions = new OneThreadTransactions();
    private final Clock clock = new Clock();
    private MissedRuns missed = MissedRuns.ONCE;
    private ApplicationTimers timers = begin();

    /** Writes down when it is called. */
    private final class Clock implements TimedBean {
        final List<Long> fired = new ArrayList<>();
        Function<Timer, Boolean> body = timer -> true;
        int takes = Integer.MAX_VALUE;
        private long slice;
        private int taken;

        @Override
        public String id() {
            return "shop#Clock";
        }

        @Override
        public boolean hasMethod(@Nullable String method) {
            return method == null;
        }

        @Override
        public boolean fire(@Nullable String method, @Nullable String key, Timer timer, BooleanSupplier mayCommit) {
            fired.add(time.currentTimeMillis() - BEGIN);
            return body.apply(timer);
        }

        @Override
        public boolean offer(Runnable work) {
            if (time.currentTimeMillis() / 10 != slice) {
                slice = time.currentTimeMillis() / 10;
                taken = 0;
            }
            if (taken >= takes) {
                return false;
            }
            taken++;
            work.run();
            return true;
        }
    }

    private ApplicationTimers begin() {
        return new ApplicationTimers(
                "shop",
                new FileTimerStore(
                        directory == null ? Path.of("unset") : directory,
                        bean -> getClass().getClassLoader()),
                TimerOwnership.always(),
                TimerMembers.alone(),
                transactions,
                time.scheduler(),
                time,
                missed);
    }

    private BeanTimerService started() throws IOException {
        timers = begin();
        timers.add(clock);
        timers.load(Map.of());
        timers.start();
        return new BeanTimerService(timers, clock);
    }

    private void crash(long away) {
        timers.stop(0, TimeUnit.SECONDS);
        time.skip(away);
    }

    private long files() throws IOException {
        try (var all = Files.list(directory)) {
            return all.count();
        }
    }

    @Test
    void aSingleActionTimerFiresOnceAndIsGone() throws Exception {
        Timer timer = started().createSingleActionTimer(500, new TimerConfig("tea", true));
        assertThat(files()).isEqualTo(1);
        clock.body = firing -> {
            assertThat(firing.getInfo()).isEqualTo("tea");
            assertThatThrownBy(firing::getNextTimeout).isInstanceOf(NoMoreTimeoutsException.class);
            return true;
        };

        time.advance(5_000);

        assertThat(clock.fired).containsExactly(500L);
        assertThat(files()).isZero();
        assertThatThrownBy(timer::getInfo).isInstanceOf(NoSuchObjectLocalException.class);
    }

    @Test
    void aScheduleWithoutAnyTimeSaysSo() throws Exception {
        Timer timer = started()
                .createCalendarTimer(new jakarta.ejb.ScheduleExpression().year("1969"), new TimerConfig(null, false));

        assertThatThrownBy(timer::getNextTimeout).isInstanceOf(NoMoreTimeoutsException.class);
        assertThatThrownBy(timer::getTimeRemaining).isInstanceOf(NoMoreTimeoutsException.class);
    }

    @Test
    void anIntervalTimerFiresUntilItIsCancelled() throws Exception {
        BeanTimerService service = started();
        service.createIntervalTimer(100, 200, new TimerConfig(null, false));
        clock.body = timer -> {
            if (clock.fired.size() == 3) {
                timer.cancel();
            }
            return true;
        };

        time.advance(10_000);

        assertThat(clock.fired).containsExactly(100L, 300L, 500L);
        assertThat(service.getTimers()).isEmpty();
    }

    @Test
    void aFiringThatFailsIsRepeatedOnceAndTheTimerGoesOn() throws Exception {
        started().createIntervalTimer(100, 100, new TimerConfig(null, false));
        clock.body = timer -> clock.fired.size() > 2;

        time.advance(250);

        assertThat(clock.fired).containsExactly(100L, 100L, 200L);
    }

    @Test
    void aTimerOfATransactionThatIsRolledBackNeverFires() throws Exception {
        BeanTimerService service = started();
        transactions.begin();
        service.createSingleActionTimer(100, new TimerConfig(null, true));
        assertThat(service.getTimers()).hasSize(1);
        time.advance(200);
        assertThat(clock.fired).isEmpty();
        transactions.rollback();

        time.advance(1_000);

        assertThat(clock.fired).isEmpty();
        assertThat(service.getTimers()).isEmpty();
        assertThat(Files.exists(directory) ? files() : 0).isZero();
    }

    @Test
    void aTimerOfATransactionFiresAfterItsCommit() throws Exception {
        BeanTimerService service = started();
        transactions.begin();
        service.createSingleActionTimer(100, new TimerConfig(null, true));
        time.advance(200);
        transactions.commit();

        time.advance(1);

        assertThat(clock.fired).containsExactly(200L);
    }

    @Test
    void aCancellationThatIsRolledBackLeavesTheTimer() throws Exception {
        BeanTimerService service = started();
        Timer timer = service.createSingleActionTimer(100, new TimerConfig(null, true));
        transactions.begin();
        timer.cancel();
        assertThat(service.getTimers()).isEmpty();
        assertThatThrownBy(timer::getInfo).isInstanceOf(NoSuchObjectLocalException.class);
        time.advance(200);
        assertThat(clock.fired).isEmpty();
        transactions.rollback();

        time.advance(1);

        assertThat(clock.fired).containsExactly(200L);
    }

    @ParameterizedTest
    @CsvSource({"ONCE, 1", "ALL, 40", "SKIP, 0"})
    void whatWasMissedWhileTheServerWasAwayFiresAsItsSettingSays(MissedRuns setting, int firings) throws Exception {
        missed = setting;
        started().createIntervalTimer(1_000, 1_000, new TimerConfig(null, true));
        time.advance(500);
        crash(40_000);

        started();
        time.advance(400);

        assertThat(clock.fired).hasSize(firings);
        time.advance(200);
        assertThat(clock.fired).hasSize(firings + 1).last().isEqualTo(41_000L);
    }

    @ParameterizedTest
    @CsvSource({"ONCE, 1", "ALL, 40", "SKIP, 0"})
    void fortyMissedTimesOfACalendarFireAsTheSettingSays(MissedRuns setting, int firings) throws Exception {
        missed = setting;
        time.advance(1);
        started()
                .createCalendarTimer(
                        new jakarta.ejb.ScheduleExpression()
                                .hour("*")
                                .minute("*")
                                .second("*"),
                        new TimerConfig(null, true));
        crash(40_499);

        started();
        time.advance(400);

        assertThat(clock.fired).hasSize(firings);
        time.advance(200);
        assertThat(clock.fired).hasSize(firings + 1).last().isEqualTo(41_000L);
    }

    @Test
    void timersThatAreDueAtOnceWaitForExecuteThreadsInTheirOrder() throws Exception {
        int most = 10_000;
        List<String> order = new ArrayList<>();
        clock.takes = 200; // then the execute threads are busy for 10 ms
        BeanTimerService service = started();
        for (int i = 0; i < most; i++) {
            service.createSingleActionTimer(60_000, new TimerConfig(i, false));
        }
        clock.body = timer -> order.add(String.valueOf(timer.getInfo()));

        time.advance(59_999);
        assertThat(order).isEmpty();
        time.advance(1_001);

        assertThat(order).hasSize(most).doesNotHaveDuplicates();
        assertThat(order.subList(0, 200))
                .containsExactlyElementsOf(
                        IntStream.range(0, 200).mapToObj(String::valueOf).toList());
        assertThat(clock.fired).allMatch(at -> at >= 60_000 && at <= 61_000);
        time.advance(60_000);
        assertThat(order).hasSize(most);
        assertThat(service.getTimers()).isEmpty();
    }

    @Test
    void aFiringThatACrashCutsOffIsRepeated() throws Exception {
        started().createSingleActionTimer(100, new TimerConfig(null, true));
        clock.body = timer -> {
            timers.stop(0, TimeUnit.SECONDS); // nothing is written any more
            return false;
        };
        time.advance(100);
        assertThat(clock.fired).containsExactly(100L);
        assertThat(files()).isEqualTo(1);
        time.skip(900);

        clock.body = timer -> true;
        started();
        time.advance(1);

        assertThat(clock.fired).containsExactly(100L, 1_000L);
        assertThat(files()).isZero();
    }

    @Test
    void aDamagedRowIsLeftAloneAndOthersFire() throws Exception {
        started().createSingleActionTimer(100, new TimerConfig(null, true));
        Files.writeString(directory.resolve("damaged.timer"), "id=damaged\n");
        crash(0);

        started();
        time.advance(200);

        assertThat(clock.fired).containsExactly(100L);
        assertThat(directory.resolve("damaged.timer")).exists();
    }

    @Test
    void badArgumentsAreRefused() throws Exception {
        BeanTimerService service = started();
        assertThatThrownBy(() -> service.createTimer(-1, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> service.createTimer(1, -1, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> service.createCalendarTimer(new jakarta.ejb.ScheduleExpression().hour("25")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("25");
    }
}
