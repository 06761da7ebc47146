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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class MinThreadsTest {
    private final List<KernelWorkManagers> started = new ArrayList<>();

    @AfterEach
    void stop() {
        started.forEach(managers -> managers.stop(Deadline.in(Ticker.system(), Duration.ofMillis(100))));
    }

    private KernelWorkManagers start(int threads, int guaranteed) {
        KernelWorkManagers managers =
                KernelWorkManagers.start(Ticker.system(), new ThreadPoolSettings(threads, threads), domain(guaranteed));
        started.add(managers);
        return managers;
    }

    private static DomainWork domain(int guaranteed) {
        WorkManagerSettings needed = new WorkManagerSettings(
                1_000,
                1,
                null,
                null,
                "some",
                null,
                null,
                WorkManagerSettings.ShutdownTriggerSettings.NEVER,
                false,
                false);
        return new DomainWork(
                Map.of(),
                guaranteed == 0 ? Map.of() : Map.of("some", new MinThreadsSettings(guaranteed)),
                Map.of(),
                Map.of(),
                Map.of("needed", guaranteed == 0 ? new WorkManagerSettings(1_000, 1) : needed));
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted at the end of the test", e);
        }
    }

    @Test
    void workWithAGuaranteeRunsThoughEveryThreadWaits() {
        KernelWorkManagers managers = start(2, 1);
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            managers.standard().offer(() -> awaitLatch(gate));
        }
        await().until(() -> managers.workManagers().get(0).running() == 2);
        CountDownLatch ran = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            managers.named("needed").offer(ran::countDown);
        }
        awaitLatch(ran);
        await().until(() -> managers.threadPools().get(0).standby() == 0);
        assertThat(managers.threadPools().get(0).threads()).isEqualTo(2);
        gate.countDown();
        await().until(() -> managers.standard().load() == 0);
    }

    @Test
    void noMoreThanTheGuaranteeRunsBeyondThePool() {
        KernelWorkManagers managers = start(2, 3);
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            managers.standard().offer(() -> awaitLatch(gate));
        }
        await().until(() -> managers.workManagers().get(0).running() == 2); // both threads wait
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            managers.named("needed").offer(() -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                awaitLatch(gate);
                inside.decrementAndGet();
            });
        }
        await().until(() -> inside.get() == 3);
        await().during(Duration.ofMillis(200)).until(() -> most.get() == 3);
        assertThat(managers.threadPools().get(0).standby()).isEqualTo(3);
        gate.countDown();
        await().until(() -> managers.named("needed").load() == 0);
    }

    /** Two servers of two threads; every request calls the other server and waits for its answer, which is work there. */
    private static boolean callEachOther(KernelWorkManagers one, KernelWorkManagers other) {
        int calls = 8;
        CountDownLatch answered = new CountDownLatch(2 * calls);
        CountDownLatch allThreadsHere = new CountDownLatch(4);
        for (int i = 0; i < calls; i++) {
            request(one, other, allThreadsHere, answered);
            request(other, one, allThreadsHere, answered);
        }
        try {
            return answered.await(3, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void request(
            KernelWorkManagers from, KernelWorkManagers to, CountDownLatch allThreadsHere, CountDownLatch answered) {
        from.standard().offer(() -> {
            allThreadsHere.countDown();
            awaitLatch(allThreadsHere);
            CompletableFuture<String> answer = new CompletableFuture<>();
            to.named("needed").offer(() -> answer.complete("here"));
            try {
                answer.get(30, TimeUnit.SECONDS);
                answered.countDown();
            } catch (Exception e) {
                throw new IllegalStateException("no answer", e);
            }
        });
    }

    @Test
    void serversThatCallEachOtherDoNotLockUp() {
        assertThat(callEachOther(start(2, 1), start(2, 1))).isTrue();
    }

    @Test
    void serversThatCallEachOtherLockUpWithoutIt() {
        assertThat(callEachOther(start(2, 0), start(2, 0))).isFalse();
    }

    @Test
    void aFreeThreadTakesGuaranteedWorkFirst() {
        KernelWorkManagers managers = start(1, 1);
        CountDownLatch gate = new CountDownLatch(1);
        managers.standard().offer(() -> awaitLatch(gate));
        AtomicInteger others = new AtomicInteger();
        for (int i = 0; i < 100; i++) {
            managers.standard().offer(others::incrementAndGet);
        }
        AtomicInteger before = new AtomicInteger(-1);
        managers.named("needed").offer(() -> before.set(others.get()));
        await().until(() -> before.get() >= 0);
        assertThat(before).hasValue(0);
        gate.countDown();
        await().until(() -> others.get() == 100);
    }

    @Test
    void aGuaranteeThatComesWithTheConfigurationCountsForWorkThatComesAfter() {
        KernelWorkManagers managers = start(2, 0);
        WorkManager needed = managers.named("needed");
        CountDownLatch gate = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            managers.standard().offer(() -> awaitLatch(gate));
        }
        managers.apply(domain(2));
        CountDownLatch ran = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            needed.offer(ran::countDown);
        }
        awaitLatch(ran);
        managers.apply(domain(0));
        CountDownLatch waits = new CountDownLatch(1);
        needed.offer(waits::countDown);
        await().during(Duration.ofMillis(100)).until(() -> waits.getCount() == 1);
        gate.countDown();
        awaitLatch(waits);
    }

    @Test
    void losesNothingWhileStandbyThreadsComeAndGo() throws Exception {
        KernelWorkManagers managers = start(2, 4);
        AtomicInteger ran = new AtomicInteger();
        AtomicInteger offered = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int loop = t;
            threads.add(new Thread(() -> {
                for (int i = 0; i < 30_000; i++) {
                    WorkManager to = (i + loop) % 3 == 0 ? managers.standard() : managers.named("needed");
                    boolean slow = i % 500 == 0;
                    if (to.offer(() -> {
                        if (slow) {
                            java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                        }
                        ran.incrementAndGet();
                    })) {
                        offered.incrementAndGet();
                    }
                    if (i % 16 == 0) {
                        java.util.concurrent.locks.LockSupport.parkNanos(50_000);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> ran.get() == offered.get());
        await().until(() -> managers.threadPools().get(0).standby() == 0);
        assertThat(managers.named("needed").load()).isZero();
    }
}
