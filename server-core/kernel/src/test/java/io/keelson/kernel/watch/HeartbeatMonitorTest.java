package io.keelson.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.thread.Pulse;
import io.keelson.base.thread.SchedulerThread;
import io.keelson.base.thread.ThreadWatch.Role;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.work.OverloadSettings;
import io.keelson.kernel.work.StuckReaderAction;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HeartbeatMonitorTest {
    private long nanos;
    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };
    private final List<SchedulerThread> schedulers = new ArrayList<>();
    private final List<String> endings = new ArrayList<>();
    private final HeartbeatMonitor monitor = new HeartbeatMonitor(ticker, () -> schedulers, endings::add);
    private final List<Integer> told = new ArrayList<>();

    HeartbeatMonitorTest() {
        monitor.addListener(() -> told.add(monitor.count()));
    }

    /** A loop of the test: it runs its tasks when it is told to. */
    private static final class Loop {
        final Queue<Runnable> tasks = new ArrayDeque<>();
        boolean ended;

        void execute(Runnable task) {
            if (ended) {
                throw new RejectedExecutionException("ended");
            }
            tasks.add(task);
        }

        void turn() {
            for (Runnable next = tasks.poll(); next != null; next = tasks.poll()) {
                next.run();
            }
        }
    }

    private Loop loop(Role role) {
        Loop loop = new Loop();
        monitor.tasks(role, "loop", loop::execute);
        return loop;
    }

    private void pass(int seconds) {
        for (int i = 0; i < seconds; i += 2) {
            nanos += 2_000_000_000L;
            monitor.look();
        }
    }

    private void act(StuckReaderAction action) {
        monitor.configure(new OverloadSettings(0, Duration.ZERO, Duration.ZERO, action, Duration.ofSeconds(30)));
    }

    @Test
    void aLoopThatRunsItsTasksIsWell() {
        Loop loop = loop(Role.READER);
        for (int i = 0; i < 50; i++) {
            pass(2);
            assertThat(loop.tasks).hasSize(1);
            loop.turn();
        }
        assertThat(monitor.hanging()).isEmpty();
        assertThat(told).isEmpty();
        assertThat(endings).isEmpty();
    }

    @Test
    void aLoopThatDoesNotComeBackIsAnAlarmUntilItDoes() {
        Loop loop = loop(Role.ACCEPTOR);
        loop.turn();
        pass(10);
        assertThat(monitor.hanging()).isEmpty();
        pass(2);
        assertThat(told).containsExactly(1);
        HungThread hung = monitor.hanging().get(0);
        assertThat(hung.role()).isEqualTo(Role.ACCEPTOR);
        assertThat(hung.thread()).isEqualTo(Thread.currentThread().getName());
        assertThat(hung.stack()).isNotEmpty();
        assertThat(hung.silent()).isEqualTo(Duration.ofSeconds(10));
        assertThat(monitor.clientsWait()).isTrue();
        assertThat(monitor.runtimes().get(0).hangs()).isOne();
        pass(100);
        assertThat(told).containsExactly(1);
        loop.turn();
        pass(2);
        assertThat(told).containsExactly(1, 0);
        assertThat(monitor.clientsWait()).isFalse();
        assertThat(monitor.runtimes().get(0).alarms()).isOne();
        assertThat(monitor.runtimes().get(0).silentSeconds()).isZero();
        assertThat(endings).as("an acceptor alone ends nothing").isEmpty();
    }

    /** A process that was stopped, or a machine that slept: all threads stood still, and so nobody hangs. */
    @Test
    void timeInWhichNobodyRanDoesNotCount() {
        Loop loop = loop(Role.READER);
        pass(2);
        nanos += Duration.ofMinutes(5).toNanos();
        monitor.look();
        assertThat(monitor.hanging()).isEmpty();
        loop.turn();
        pass(2);
        assertThat(monitor.runtimes().get(0).silentSeconds()).isZero();
    }

    @Test
    void aLoopThatHasEndedIsForgotten() {
        Loop loop = loop(Role.READER);
        pass(2);
        loop.turn();
        loop.ended = true;
        pass(2);
        assertThat(monitor.runtimes()).isEmpty();
    }

    @Test
    void aServerWhoseOnlyReaderHangsGivesUpOnce() {
        loop(Role.READER);
        loop(Role.ADMIN_READER).turn();
        pass(28);
        assertThat(endings).isEmpty();
        pass(2);
        assertThat(endings).containsExactly("1 of its 1 readers hang");
        pass(100);
        assertThat(endings).hasSize(1);
    }

    @Test
    void aServerWithAnotherReaderGoesOn() {
        Loop well = loop(Role.READER);
        loop(Role.READER);
        for (int i = 0; i < 50; i++) {
            pass(2);
            well.turn();
        }
        assertThat(monitor.hanging()).hasSize(1);
        assertThat(endings).isEmpty();
        act(StuckReaderAction.FAIL_WHEN_ANY);
        pass(2);
        assertThat(endings).containsExactly("1 of its 2 readers hang");
    }

    @Test
    void whereOnlyAnAlarmIsWantedItStaysThat() {
        act(StuckReaderAction.ALARM);
        loop(Role.READER);
        pass(100);
        assertThat(monitor.hanging()).hasSize(1);
        assertThat(endings).isEmpty();
    }

    @Test
    void aPulseHangsWithinOnePieceOnly() {
        Pulse pulse = new Pulse(Duration.ofSeconds(20));
        monitor.pulse(Role.CLUSTER, "messages", pulse);
        pass(100);
        assertThat(monitor.runtimes().get(0).name()).isEqualTo("messages");
        for (int i = 0; i < 100; i++) {
            pulse.begin();
            pass(2);
            pulse.end();
        }
        assertThat(told).isEmpty();
        pulse.begin();
        pass(20);
        assertThat(told).isEmpty();
        pass(2);
        assertThat(monitor.hanging()).extracting(HungThread::role).containsExactly(Role.CLUSTER);
        assertThat(monitor.clientsWait()).isFalse();
        pulse.end();
        pass(2);
        assertThat(told).containsExactly(1, 0);
        monitor.forget(pulse);
        assertThat(monitor.runtimes()).isEmpty();
    }

    @Test
    void schedulersAreFoundByThemselves() throws Exception {
        ScheduledExecutorService scheduler = Threads.scheduler("test scheduler", Duration.ofSeconds(10));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try {
            scheduler.execute(() -> {
                begun.countDown();
                awaitQuietly(gate);
            });
            begun.await();
            for (SchedulerThread each : LiveSchedulers.all()) {
                if (each.getName().equals("test scheduler")) {
                    schedulers.add(each);
                }
            }
            assertThat(schedulers).hasSize(1);
            pass(12);
            assertThat(monitor.hanging()).extracting(HungThread::thread).containsExactly("test scheduler");
            assertThat(monitor.hanging().get(0).stack().toString()).contains("awaitQuietly");
            gate.countDown();
            await().until(() -> schedulers.get(0).pulse().at() == 0);
            pass(2);
            assertThat(monitor.hanging()).isEmpty();
            schedulers.clear();
            pass(2);
            assertThat(monitor.runtimes()).isEmpty();
        } finally {
            gate.countDown();
            scheduler.shutdownNow();
        }
    }

    private static void awaitQuietly(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
