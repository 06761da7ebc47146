package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import io.keelson.kernel.context.InvocationContext;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecutePoolTest {
    private final List<KernelWorkManagers> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(managers -> managers.stop(in(Duration.ofSeconds(1))));
    }

    private KernelWorkManagers pool(int min, int max, Map<String, WorkManagerSettings> managers) {
        KernelWorkManagers pool = KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(min, max), managers);
        started.add(pool);
        return pool;
    }

    private static Deadline in(Duration duration) {
        return Deadline.in(Ticker.system(), duration);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A piece that holds its thread until it is let go. */
    private static Runnable holding(CountDownLatch gate) {
        return () -> awaitLatch(gate);
    }

    @Test
    void runsWorkOnANamedExecuteThread() {
        KernelWorkManagers pool = pool(2, 4, Map.of());
        AtomicReference<String> name = new AtomicReference<>();
        AtomicReference<String> adminName = new AtomicReference<>();

        assertThat(pool.standard().offer(() -> name.set(Thread.currentThread().getName())))
                .isTrue();
        assertThat(pool.administration()
                        .offer(() -> adminName.set(Thread.currentThread().getName())))
                .isTrue();

        await().until(() -> name.get() != null && adminName.get() != null);
        assertThat(name.get())
                .matches("ExecuteThread: '\\d+' for queue: 'keelson\\.kernel\\.Default \\(self-tuning\\)'");
        assertThat(adminName.get()).matches("ExecuteThread: '\\d+' for queue: 'keelson\\.admin\\.Default'");
    }

    @Test
    void renewsIdleAndBusyThreadsAndLosesNoWork() throws Exception {
        KernelWorkManagers pool = pool(3, 3, Map.of());
        ThreadLocal<String> left = new ThreadLocal<>();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1);
        pool.standard().offer(() -> {
            left.set("left");
            running.countDown();
            awaitLatch(gate);
        });
        awaitLatch(running);
        int pieces = 200_000;
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger dirty = new AtomicInteger();
        pool.renewThreads();
        gate.countDown();
        for (int i = 0; i < pieces; i++) {
            if (i % 5_000 == 0) {
                pool.renewThreads();
            }
            while (!pool.standard().offer(() -> {
                dirty.addAndGet(left.get() == null ? 0 : 1);
                ran.incrementAndGet();
            })) {
                Thread.onSpinWait();
            }
        }
        await().until(() -> ran.get() == pieces);
        assertThat(dirty).hasValue(0);
        await().untilAsserted(
                        () -> assertThat(pool.threadPools().get(0).threads()).isEqualTo(3));
        await().untilAsserted(() -> assertThat(pool.threadPools().get(0).idle()).isEqualTo(3));
    }

    @Test
    void losesNoWakeUpOverAMillionPiecesFromSeveralLoops() throws Exception {
        KernelWorkManagers pool = pool(3, 3, Map.of());
        int loops = 3;
        int turns = 60_000;
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            WorkManager manager = pool.forApplication("app" + loop).standard();
            int seed = loop;
            threads.add(new Thread(() -> {
                WorkBatch batch = pool.newBatch();
                for (int turn = 0; turn < turns; turn++) {
                    // Turns of one to eleven pieces; now and then the pool gets time to fall asleep.
                    for (int i = 0; i <= (turn + seed) % 11; i++) {
                        while (!batch.add(manager, ran::incrementAndGet)) {
                            batch.flush();
                            Thread.onSpinWait();
                        }
                    }
                    batch.flush();
                    if (turn % 64 == 0) {
                        while (manager.load() > 0) {
                            Thread.onSpinWait();
                        }
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        int expected = 0;
        for (int loop = 0; loop < loops; loop++) {
            for (int turn = 0; turn < turns; turn++) {
                expected += (turn + loop) % 11 + 1;
            }
        }
        int all = expected;
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.get() == all);
    }

    @Test
    void wakesOneThreadAfterAnotherForPiecesThatBlock() {
        KernelWorkManagers pool = pool(8, 8, Map.of());
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(8);
        WorkBatch batch = pool.newBatch();
        for (int i = 0; i < 8; i++) {
            assertThat(batch.add(pool.standard(), () -> {
                        running.countDown();
                        awaitLatch(gate);
                    }))
                    .isTrue();
        }
        assertThat(batch.size()).isEqualTo(8);

        batch.flush();

        awaitLatch(running);
        assertThat(batch.size()).isZero();
        gate.countDown();
    }

    @Test
    void holdsTheCapacityExactlyUnderConcurrency() throws Exception {
        int capacity = 16;
        KernelWorkManagers pool = pool(4, 4, Map.of("small", new WorkManagerSettings(capacity, 50)));
        WorkManager small = pool.named("small");
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> {
                for (int n = 0; n < 100_000; n++) {
                    if (small.offer(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        ran.incrementAndGet();
                        inside.decrementAndGet();
                    })) {
                        accepted.incrementAndGet();
                    }
                    most.accumulateAndGet(small.load(), Math::max);
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        await().until(() -> small.load() == 0);
        assertThat(ran.get()).isEqualTo(accepted.get());
        assertThat(most.get()).isLessThanOrEqualTo(capacity);
        WorkManagerRuntime runtime = runtime(pool, "small");
        assertThat(runtime.completed()).isEqualTo(accepted.get());
        assertThat(runtime.refused()).isEqualTo(400_000 - accepted.get());
    }

    @Test
    void refusesExactlyBeyondTheCapacity() {
        KernelWorkManagers pool = pool(2, 2, Map.of("small", new WorkManagerSettings(5, 50)));
        WorkManager small = pool.named("small");
        CountDownLatch gate = new CountDownLatch(1);
        WorkBatch batch = pool.newBatch();
        for (int i = 0; i < 3; i++) {
            assertThat(small.offer(holding(gate))).isTrue();
        }
        assertThat(batch.add(small, holding(gate))).isTrue();
        assertThat(batch.add(small, holding(gate))).isTrue();
        assertThat(batch.add(small, holding(gate))).isFalse();
        assertThat(small.offer(holding(gate))).isFalse();
        batch.flush();
        assertThat(small.load()).isEqualTo(5);
        await().until(() -> runtime(pool, "small").running() == 2);
        assertThat(runtime(pool, "small").queued()).isEqualTo(3);
        assertThat(runtime(pool, "small").refused()).isEqualTo(2);

        gate.countDown();

        await().until(() -> small.load() == 0);
        assertThat(small.offer(() -> {})).isTrue();
    }

    @Test
    void startsTheWorkOfAWorkManagerInTheOrderItCame() {
        KernelWorkManagers pool = pool(1, 1, Map.of());
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        WorkBatch batch = pool.newBatch();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int piece = i;
            expected.add(i);
            if (i % 3 == 0) {
                batch.flush();
                assertThat(pool.standard().offer(() -> order.add(piece))).isTrue();
            } else {
                assertThat(batch.add(pool.standard(), () -> order.add(piece))).isTrue();
            }
        }
        batch.flush();
        await().until(() -> order.size() == expected.size());
        assertThat(order).containsExactlyElementsOf(expected);
    }

    @Test
    void growsWhileBlockedWorkHoldsAllThreads() {
        KernelWorkManagers pool = pool(2, 40, Map.of());
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(40);
        for (int i = 0; i < 60; i++) {
            pool.standard().offer(() -> {
                running.countDown();
                awaitLatch(gate);
            });
        }
        awaitLatch(running);
        assertThat(pool.threadPools().get(0).threads()).isEqualTo(40);
        assertThat(pool.threadPools().get(0).queued()).isEqualTo(20);
        gate.countDown();
        await().until(() -> pool.threadPools().get(0).completed() == 60);
    }

    @Test
    void administrationRunsWhileAllOtherThreadsAreHeld() {
        KernelWorkManagers pool = pool(2, 2, Map.of());
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            pool.standard().offer(holding(gate));
        }
        AtomicBoolean ran = new AtomicBoolean();
        WorkBatch batch = pool.newBatch();
        assertThat(batch.add(pool.administration(), () -> ran.set(true))).isTrue();
        batch.flush();
        await().untilTrue(ran);
        gate.countDown();
    }

    @Test
    void leavesNothingOfAPieceBehind() throws Exception {
        KernelWorkManagers pool = pool(1, 1, Map.of());
        AtomicReference<InvocationContext> context = new AtomicReference<>();
        AtomicReference<ClassLoader> loader = new AtomicReference<>();
        AtomicBoolean interrupted = new AtomicBoolean(true);
        AtomicBoolean done = new AtomicBoolean();
        try (URLClassLoader application = new URLClassLoader(new URL[0])) {
            pool.standard().offer(() -> {
                InvocationContext.enter(new InvocationContext("shop", application, 7));
                Thread.currentThread().interrupt();
                throw new IllegalStateException("thrown on purpose by a test");
            });
            pool.standard().offer(() -> {
                context.set(InvocationContext.current());
                loader.set(Thread.currentThread().getContextClassLoader());
                interrupted.set(Thread.currentThread().isInterrupted());
                done.set(true);
            });
            await().untilTrue(done);
        }
        assertThat(context.get()).isNull();
        assertThat(loader.get()).isSameAs(ExecutePool.class.getClassLoader());
        assertThat(interrupted).isFalse();
        assertThat(pool.threadPools().get(0).threads()).isEqualTo(1);
    }

    @Test
    void twoSaturatedWorkManagersShareTheThreadsByTheirShares() {
        Map<String, WorkManagerSettings> settings =
                Map.of("a", new WorkManagerSettings(100_000, 50), "b", new WorkManagerSettings(100_000, 50));
        Measured.between(0.45, 0.55, () -> partOfA(settings));
    }

    @Test
    void sharesWeighTheThreads() {
        Map<String, WorkManagerSettings> settings =
                Map.of("a", new WorkManagerSettings(100_000, 80), "b", new WorkManagerSettings(100_000, 20));
        Measured.between(0.75, 0.85, () -> partOfA(settings));
    }

    /** Floods two work managers, the second with pieces three times as long, and measures whose work the threads did. */
    private double partOfA(Map<String, WorkManagerSettings> settings) {
        KernelWorkManagers pool = pool(2, 2, settings);
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean counting = new AtomicBoolean(true);
        AtomicLong a = new AtomicLong();
        AtomicLong b = new AtomicLong();
        pool.standard().offer(holding(gate));
        pool.standard().offer(holding(gate));
        for (int i = 0; i < 40_000; i++) {
            pool.named("a").offer(() -> work(counting, a, 100_000));
            pool.named("b").offer(() -> work(counting, b, 300_000));
        }
        gate.countDown();
        await().until(() -> a.get() + b.get() >= 2_000_000_000L);
        counting.set(false);
        return (double) a.get() / (a.get() + b.get());
    }

    /** Holds its thread for some nanoseconds, or longer when the machine is busy, and adds what it was. */
    private static void work(AtomicBoolean counting, AtomicLong held, long nanos) {
        if (!counting.get()) {
            return;
        }
        long start = System.nanoTime();
        while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
        }
        held.addAndGet(System.nanoTime() - start);
    }

    @Test
    void aFloodDoesNotDelayAWorkManagerThatComesLater() {
        KernelWorkManagers pool = pool(1, 1, Map.of());
        CountDownLatch gate = new CountDownLatch(1);
        WorkManager flood = pool.forApplication("flood").standard();
        WorkManager late = pool.forApplication("late").standard();
        AtomicInteger flooded = new AtomicInteger();
        AtomicInteger floodedBefore = new AtomicInteger(-1);
        flood.offer(holding(gate));
        for (int i = 0; i < 1_000; i++) {
            flood.offer(flooded::incrementAndGet);
        }
        late.offer(() -> floodedBefore.set(flooded.get()));
        gate.countDown();
        await().until(() -> floodedBefore.get() >= 0);
        assertThat(floodedBefore.get()).isLessThan(5);
    }

    @Test
    void aClosedApplicationRefusesAndItsQueuedWorkStillRuns() {
        KernelWorkManagers pool = pool(1, 1, Map.of());
        CountDownLatch gate = new CountDownLatch(1);
        AtomicBoolean queuedRan = new AtomicBoolean();
        var application = pool.forApplication("shop");
        application.standard().offer(holding(gate));
        application.standard().offer(() -> queuedRan.set(true));

        application.close();

        assertThat(application.standard().offer(() -> {})).isFalse();
        assertThat(pool.workManagers()).anyMatch(m -> m.name().equals("application/shop"));
        gate.countDown();
        await().untilTrue(queuedRan);
        await().until(() -> pool.workManagers().stream().noneMatch(m -> m.name().equals("application/shop")));
    }

    @Test
    void stopLetsAcceptedWorkEndAndEndsTheThreads() {
        KernelWorkManagers pool = pool(2, 2, Map.of());
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            pool.standard().offer(ran::incrementAndGet);
        }
        pool.stop(in(Duration.ofSeconds(20)));
        assertThat(ran.get()).isEqualTo(1_000);
        assertThat(pool.standard().offer(() -> {})).isFalse();
        await().until(() -> pool.threadPools().get(0).threads() == 0
                && pool.threadPools().get(1).threads() == 0);
    }

    @Test
    void stopInterruptsWhatIsStillRunningAtTheDeadline() {
        KernelWorkManagers pool = pool(1, 1, Map.of());
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean queuedRan = new AtomicBoolean();
        pool.standard().offer(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        pool.standard().offer(() -> queuedRan.set(true));
        awaitLatch(running);

        pool.stop(in(Duration.ZERO));

        await().untilTrue(interrupted);
        await().until(() -> pool.threadPools().get(0).threads() == 0);
        assertThat(queuedRan).isFalse();
    }

    @Test
    void namesTheNearestWorkManager() {
        KernelWorkManagers pool = pool(1, 1, Map.of("reports", new WorkManagerSettings(5, 50)));
        assertThat(pool.named("default")).isSameAs(pool.standard());
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> pool.named("report")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("did you mean reports?");
    }

    private static WorkManagerRuntime runtime(KernelWorkManagers pool, String name) {
        return pool.workManagers().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aMinimumAboveTheMaximumIsRefused() {
        assertThatThrownBy(() -> new ThreadPoolSettings(50, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("self-tuning-thread-pool-size-min (50) is above");
    }
}
