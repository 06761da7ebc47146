package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import io.keelson.kernel.context.InvocationContext;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Work on virtual threads, where the JDK has them; {@link WorkSettingsTest} holds that an older one refuses. */
@Timeout(60)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "before 21 the setting is refused, see WorkSettingsTest")
class VirtualPoolTest {
    private @Nullable KernelWorkManagers managers;

    @AfterEach
    void stop() {
        if (managers != null) {
            managers.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(1)));
        }
    }

    private KernelWorkManagers start(int most, DomainWork domain) {
        managers = KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(1, 1, most), domain);
        return managers;
    }

    private static WorkManagerSettings virtual(int capacity, int share, String min, String max) {
        return new WorkManagerSettings(
                capacity,
                share,
                null,
                null,
                min,
                max,
                null,
                WorkManagerSettings.ShutdownTriggerSettings.NEVER,
                false,
                true);
    }

    private static DomainWork domain(WorkManagerSettings a, WorkManagerSettings b) {
        return new DomainWork(
                Map.of(),
                Map.of("some", new MinThreadsSettings(2)),
                Map.of("few", new MaxThreadsSettings(3, null)),
                Map.of(),
                Map.of("a", a, "b", b));
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted at the end of the test", e);
        }
    }

    private static boolean virtualNow() {
        try {
            return (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void runsEachPieceOnANamedVirtualThreadThatCarriesItsContext() {
        start(100, domain(virtual(10, 50, null, null), virtual(10, 50, null, null)));
        AtomicReference<String> name = new AtomicReference<>();
        AtomicReference<InvocationContext> inside = new AtomicReference<>();
        AtomicReference<InvocationContext> before = new AtomicReference<>();
        AtomicBoolean isVirtual = new AtomicBoolean();
        AtomicReference<ClassLoader> loader = new AtomicReference<>();
        CountDownLatch done = new CountDownLatch(1);
        managers.named("a").offer(() -> {
            before.set(InvocationContext.current());
            loader.set(Thread.currentThread().getContextClassLoader());
            InvocationContext.enter(new InvocationContext("shop", getClass().getClassLoader(), 7));
            inside.set(InvocationContext.current());
            name.set(Thread.currentThread().getName());
            isVirtual.set(virtualNow());
            done.countDown();
        });
        awaitLatch(done);
        assertThat(isVirtual).isTrue();
        assertThat(name.get()).matches("VirtualThread for work manager: 'a' #\\d+");
        assertThat(before.get()).isNull();
        assertThat(inside.get().application()).isEqualTo("shop");
        assertThat(loader.get()).isSameAs(VirtualPool.class.getClassLoader());
        await().until(() -> managers.named("a").load() == 0);
    }

    @Test
    void aThousandPiecesWaitAtTheSameTime() {
        start(10_000, domain(virtual(5_000, 50, null, null), virtual(10, 50, null, null)));
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch running = new CountDownLatch(1_000);
        var batch = managers.newBatch();
        for (int i = 0; i < 1_000; i++) {
            assertThat(batch.add(managers.named("a"), () -> {
                        running.countDown();
                        awaitLatch(gate);
                    }))
                    .isTrue();
        }
        batch.flush();
        awaitLatch(running);
        ThreadPoolRuntime pool = managers.threadPools().get(2);
        assertThat(pool.name()).isEqualTo(KernelWorkManagers.VIRTUAL_QUEUE);
        assertThat(pool.threads()).isEqualTo(1_000);
        gate.countDown();
        await().until(() -> managers.named("a").load() == 0);
        assertThat(managers.threadPools().get(2).completed()).isEqualTo(1_000);
    }

    @Test
    void keepsCapacityAndConstraint() throws Exception {
        start(10_000, domain(virtual(50, 50, null, "few"), virtual(50, 50, null, "few")));
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger accepted = new AtomicInteger();
        Thread[] loops = new Thread[3];
        for (int t = 0; t < loops.length; t++) {
            WorkManager to = managers.named(t == 0 ? "a" : "b");
            loops[t] = new Thread(() -> {
                for (int i = 0; i < 30_000; i++) {
                    if (to.offer(() -> {
                        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                        ran.incrementAndGet();
                        inside.decrementAndGet();
                    })) {
                        accepted.incrementAndGet();
                    } else {
                        LockSupport.parkNanos(10_000);
                    }
                    assertThat(to.load()).isLessThanOrEqualTo(50);
                }
            });
            loops[t].start();
        }
        for (Thread loop : loops) {
            loop.join();
        }
        await().until(() -> ran.get() == accepted.get());
        assertThat(most).hasValueLessThanOrEqualTo(3);
    }

    @Test
    void sharesDivideTheLimit() {
        start(2, domain(virtual(50_000, 80, null, null), virtual(50_000, 20, null, null)));
        AtomicLong a = new AtomicLong();
        AtomicLong b = new AtomicLong();
        AtomicBoolean counting = new AtomicBoolean(true);
        CountDownLatch gate = new CountDownLatch(1);
        managers.named("a").offer(() -> awaitLatch(gate));
        managers.named("a").offer(() -> awaitLatch(gate));
        for (int i = 0; i < 20_000; i++) {
            managers.named("a").offer(() -> hold(counting, a, 300));
            managers.named("b").offer(() -> hold(counting, b, 700));
        }
        gate.countDown();
        await().until(() -> a.get() + b.get() > 2_000_000_000L);
        counting.set(false);
        assertThat((double) a.get() / (a.get() + b.get())).isBetween(0.75, 0.85);
    }

    private static void hold(AtomicBoolean counting, AtomicLong held, long micros) {
        if (counting.get()) {
            long start = System.nanoTime();
            LockSupport.parkNanos(micros * 1_000);
            held.addAndGet(System.nanoTime() - start);
        }
    }

    @Test
    void workWithAGuaranteeStartsBeyondTheLimit() {
        start(1, domain(virtual(50, 50, null, null), virtual(50, 50, "some", null)));
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            managers.named("a").offer(() -> awaitLatch(gate));
        }
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch second = new CountDownLatch(1);
        for (int i = 0; i < 5; i++) {
            managers.named("b").offer(() -> {
                inside.incrementAndGet();
                awaitLatch(second);
            });
        }
        await().until(() -> inside.get() == 2);
        await().during(Duration.ofMillis(100)).until(() -> inside.get() == 2);
        second.countDown();
        await().until(() -> managers.named("b").load() == 0);
        assertThat(managers.named("a").load()).isEqualTo(5);
        gate.countDown();
        await().until(() -> managers.named("a").load() == 0);
    }

    @Test
    void noticesStuckVirtualThreads() {
        start(100, domain(virtual(10, 50, null, null), virtual(10, 50, null, null)));
        ManualTicker ticker = new ManualTicker();
        VirtualPool pool = new VirtualPool("virtual", ticker, 10);
        StuckThreads monitor = new StuckThreads(ticker, java.util.List.of(pool), stuck -> {});
        PooledWorkManager manager = new PooledWorkManager("shop", pool, WorkLimits.of(10, 50));
        CountDownLatch gate = new CountDownLatch(1);
        manager.lane().offer(() -> awaitLatch(gate));
        await().until(() -> pool.running(manager) == 1);
        monitor.look();
        ticker.advance(Duration.ofSeconds(600));
        monitor.look();
        assertThat(monitor.stuck()).hasSize(1);
        assertThat(monitor.stuck().get(0).thread()).startsWith("VirtualThread for work manager: 'shop' #");
        gate.countDown();
        await().until(() -> manager.load() == 0);
    }

    @Test
    void stopInterruptsWhatRunsAndDropsWhatWaits() {
        start(1, domain(virtual(10, 50, null, null), virtual(10, 50, null, null)));
        CountDownLatch running = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        AtomicBoolean queuedRan = new AtomicBoolean();
        managers.named("a").offer(() -> {
            running.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
        });
        managers.named("a").offer(() -> queuedRan.set(true));
        awaitLatch(running);
        managers.stop(Deadline.in(Ticker.system(), Duration.ZERO));
        await().untilTrue(interrupted);
        await().during(Duration.ofMillis(100)).until(() -> !queuedRan.get());
        assertThat(managers.named("a").offer(() -> {})).isFalse();
    }

    @Test
    void whatWorkThrowsIsToldAndGivesItsPlaceBack() {
        start(1, domain(virtual(1, 50, null, "few"), virtual(1, 50, null, null)));
        managers.named("a").offer(() -> {
            throw new IllegalStateException("thrown on purpose by a test");
        });
        await().until(() -> managers.named("a").load() == 0);
        AtomicBoolean ran = new AtomicBoolean();
        assertThat(managers.named("a").offer(() -> ran.set(true))).isTrue();
        await().untilTrue(ran);
    }
}
