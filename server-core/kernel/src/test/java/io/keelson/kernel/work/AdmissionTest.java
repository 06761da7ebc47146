package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Max-threads constraints and capacities that several work managers share. */
@Timeout(60)
class AdmissionTest {
    private final List<KernelWorkManagers> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(managers -> managers.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(1))));
    }

    private KernelWorkManagers start(int min, int max, DomainWork domain) {
        KernelWorkManagers managers =
                KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(min, max), domain);
        started.add(managers);
        return managers;
    }

    private static WorkManagerSettings constrained(int share, String maxThreads, String capacity) {
        return new WorkManagerSettings(
                100_000,
                share,
                null,
                null,
                null,
                maxThreads,
                capacity,
                WorkManagerSettings.ShutdownTriggerSettings.NEVER,
                false,
                false);
    }

    private static DomainWork domain(int maxThreads, Map<String, WorkManagerSettings> managers) {
        return new DomainWork(
                Map.of(),
                Map.of(),
                Map.of("few", new MaxThreadsSettings(maxThreads, null)),
                Map.of("room", new CapacitySettings(20)),
                managers);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void neverRunsMoreThanTheConstraintAllowsAndLosesNothing() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        int limit = 3;
        KernelWorkManagers managers = start(
                8, 8, domain(limit, Map.of("a", constrained(50, "few", null), "b", constrained(20, "few", null))));
        WorkManager[] targets = {
            managers.named("a"),
            managers.named("b"),
            managers.forApplication("shop").named("a"),
            managers.standard()
        };
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        int loops = 4;
        int each = 60_000;
        List<Thread> threads = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            Random random = new Random(seed + loop);
            threads.add(new Thread(() -> {
                var batch = managers.newBatch();
                for (int i = 0; i < each; i++) {
                    int which = random.nextInt(targets.length);
                    Runnable piece = which == 3
                            ? ran::incrementAndGet
                            : () -> {
                                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                                ran.incrementAndGet();
                                inside.decrementAndGet();
                            };
                    while (!batch.add(targets[which], piece)) {
                        batch.flush();
                        Thread.onSpinWait();
                    }
                    if (random.nextInt(8) == 0) {
                        batch.flush();
                    }
                }
                batch.flush();
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> ran.get() == loops * each);
        assertThat(most).hasValueLessThanOrEqualTo(limit);
        for (WorkManager target : targets) {
            await().until(() -> target.load() == 0);
        }
    }

    @Test
    void whatWaitsBeforeAConstraintHoldsNoThread() {
        KernelWorkManagers managers = start(2, 2, domain(1, Map.of("a", constrained(50, "few", null))));
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 50; i++) {
            managers.named("a").offer(() -> awaitLatch(gate));
        }
        CountDownLatch other = new CountDownLatch(100);
        for (int i = 0; i < 100; i++) {
            managers.standard().offer(other::countDown);
        }
        awaitLatch(other);
        await().until(() -> runtime(managers, "a").running() == 1); // its thread may begin after those of the others
        WorkManagerRuntime runtime = runtime(managers, "a");
        assertThat(runtime.heldBack()).isEqualTo(49);
        assertThat(runtime.queued()).isEqualTo(49);
        gate.countDown();
        await().until(() -> managers.named("a").load() == 0);
    }

    @Test
    void startsConstrainedWorkInTheOrderItCame() {
        KernelWorkManagers managers = start(1, 1, domain(1, Map.of("a", constrained(50, "few", null))));
        ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            int piece = i;
            expected.add(i);
            assertThat(managers.named("a").offer(() -> order.add(piece))).isTrue();
        }
        await().until(() -> order.size() == expected.size());
        assertThat(order).containsExactlyElementsOf(expected);
    }

    @Test
    void sharesDivideAConstraintWhileThePoolHasThreadsToSpare() {
        KernelWorkManagers managers =
                start(6, 6, domain(2, Map.of("a", constrained(80, "few", null), "b", constrained(20, "few", null))));
        AtomicLong a = new AtomicLong();
        AtomicLong b = new AtomicLong();
        AtomicBoolean counting = new AtomicBoolean(true);
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 2; i++) {
            managers.named("a").offer(() -> awaitLatch(gate));
        }
        for (int i = 0; i < 20_000; i++) {
            managers.named("a").offer(() -> hold(counting, a, 200));
            managers.named("b").offer(() -> hold(counting, b, 600));
        }
        gate.countDown();
        await().until(() -> a.get() + b.get() >= 2_000_000_000L);
        counting.set(false);
        assertThat((double) a.get() / (a.get() + b.get())).isBetween(0.75, 0.85);
    }

    private static void hold(AtomicBoolean counting, AtomicLong held, long micros) {
        if (counting.get()) {
            long start = System.nanoTime();
            java.util.concurrent.locks.LockSupport.parkNanos(micros * 1_000);
            held.addAndGet(System.nanoTime() - start);
        }
    }

    @Test
    void aSharedCapacityIsOneForAllThatNameIt() {
        KernelWorkManagers managers =
                start(2, 2, domain(1, Map.of("a", constrained(50, null, "room"), "b", constrained(50, null, "room"))));
        CountDownLatch gate = new CountDownLatch(1);
        WorkManager own = managers.forApplication("shop").named("a");
        int accepted = 0;
        for (int i = 0; i < 30; i++) {
            WorkManager to = i % 3 == 0 ? managers.named("a") : i % 3 == 1 ? managers.named("b") : own;
            accepted += to.offer(() -> awaitLatch(gate)) ? 1 : 0;
        }
        assertThat(accepted).isEqualTo(20);
        assertThat(managers.standard().offer(() -> {})).isTrue();
        gate.countDown();
        await().until(() -> managers.named("a").load() + managers.named("b").load() + own.load() == 0);
        assertThat(managers.named("b").offer(() -> {})).isTrue();
    }

    @Test
    void aChangeOfTheLimitCountsForWhatWaits() {
        Map<String, WorkManagerSettings> named = Map.of("a", constrained(50, "few", null));
        KernelWorkManagers managers = start(8, 8, domain(1, named));
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 20; i++) {
            managers.named("a").offer(() -> awaitLatch(gate));
        }
        await().until(() -> runtime(managers, "a").running() == 1);
        managers.apply(domain(4, named));
        await().until(() -> runtime(managers, "a").running() == 4);
        // Without the constraint what waited before it goes on, and what comes is held by nothing.
        managers.apply(DomainWork.of(Map.of("a", new WorkManagerSettings(100_000, 50))));
        await().until(() -> runtime(managers, "a").running() == 8);
        gate.countDown();
        await().until(() -> managers.named("a").load() == 0);
        managers.apply(domain(1, named));
        CountDownLatch again = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            managers.named("a").offer(() -> awaitLatch(again));
        }
        await().until(() ->
                runtime(managers, "a").running() == 1 && runtime(managers, "a").heldBack() == 3);
        again.countDown();
        await().until(() -> managers.named("a").load() == 0);
    }

    @Test
    void aConstraintBoundToADataSourceFollowsItsSize() {
        KernelWorkManagers managers = start(8, 8, DomainWork.of(Map.of()));
        var shop = managers.forApplication("shop");
        var definitions = new io.keelson.base.work.WorkDefinitions(
                Map.of(),
                Map.of(),
                Map.of("db", new io.keelson.base.work.ThreadLimit.DataSource("orders")),
                Map.of(),
                Map.of("default", io.keelson.base.work.WorkManagerDefinition.PLAIN.withMaxThreadsConstraint("db")));
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> shop.inner("web", definitions))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("data source 'orders'");
        var size = managers.dataSource("orders", 2);
        var web = shop.inner("web", definitions);
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            web.standard().offer(() -> awaitLatch(gate));
        }
        await().until(() -> runtime(managers, "application/shop/web/default").running() == 2);
        size.resize(5);
        await().until(() -> runtime(managers, "application/shop/web/default").running() == 5);
        gate.countDown();
        await().until(() -> web.standard().load() == 0);
        size.close();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> size.resize(3))
                .isInstanceOf(IllegalStateException.class);
    }

    private static WorkManagerRuntime runtime(KernelWorkManagers managers, String name) {
        return managers.workManagers().stream()
                .filter(m -> m.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
