package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.base.work.ShutdownTrigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class StuckThreadsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final ExecutePool pool = new ExecutePool("test", Ticker.system(), 4, 4, sample -> PoolSizer.Decision.NONE);
    private final List<Integer> failures = new ArrayList<>();
    private final StuckThreads monitor = new StuckThreads(ticker, List.of(pool), failures::add);
    private final CountDownLatch gate = new CountDownLatch(1);

    StuckThreadsTest() {
        pool.start();
        configure(0, Duration.ZERO);
    }

    @AfterEach
    void stop() {
        gate.countDown();
        pool.stop(Deadline.in(Ticker.system(), Duration.ofSeconds(5)));
    }

    private void configure(int failAt, Duration failAfter) {
        monitor.configure(
                new StuckThreadSettings(Duration.ofSeconds(600), Duration.ofSeconds(60)),
                new OverloadSettings(
                        failAt, failAfter, Duration.ZERO, StuckReaderAction.ALARM, Duration.ofSeconds(30)));
    }

    private PooledWorkManager manager(String name, ShutdownTrigger trigger, boolean ignore) {
        WorkLimits plain = WorkLimits.of(100, 50);
        return new PooledWorkManager(
                name,
                pool,
                new WorkLimits(plain.requestClass(), List.of(), 100, null, null, null, trigger, ignore, false));
    }

    private void hold(PooledWorkManager manager, CountDownLatch until) {
        int before = pool.running(manager);
        assertThat(manager.lane().offer(() -> {
                    try {
                        until.await(30, TimeUnit.SECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }))
                .isTrue();
        await().until(() -> pool.running(manager) == before + 1);
    }

    private void pass(long seconds) {
        ticker.advance(Duration.ofSeconds(seconds));
        monitor.look();
    }

    @Test
    void countsAThreadThatIsTooLongAtOnePieceUntilItIsDone() {
        PooledWorkManager shop = manager("shop", null, false);
        hold(shop, gate);
        monitor.look();
        pass(599);
        assertThat(monitor.stuck()).isEmpty();
        pass(1);
        assertThat(monitor.stuck()).hasSize(1);
        StuckThread stuck = monitor.stuck().get(0);
        assertThat(stuck.thread()).startsWith("ExecuteThread: '");
        assertThat(stuck.workManager()).isEqualTo("shop");
        assertThat(stuck.busy()).isEqualTo(Duration.ofSeconds(600));
        assertThat(stuck.stack().toString()).contains("CountDownLatch");
        assertThat(shop.runtime().stuck()).isEqualTo(1);
        gate.countDown();
        await().until(() -> shop.load() == 0);
        pass(60);
        assertThat(monitor.stuck()).isEmpty();
        assertThat(shop.runtime().stuck()).isZero();
    }

    @Test
    void aThreadThatTakesPieceAfterPieceIsNotStuck() {
        PooledWorkManager shop = manager("shop", null, false);
        for (int i = 0; i < 20; i++) {
            CountDownLatch brief = new CountDownLatch(1);
            hold(shop, brief);
            pass(400);
            brief.countDown();
            await().until(() -> shop.load() == 0);
        }
        assertThat(monitor.stuck()).isEmpty();
    }

    @Test
    void workThatIsMeantToTakeLongIsNeverStuck() {
        hold(manager("batch", null, true), gate);
        monitor.look();
        pass(10_000);
        assertThat(monitor.stuck()).isEmpty();
    }

    @Test
    void aTriggerSuspendsTheWorkManagerAndLetsItGoOn() {
        PooledWorkManager shop = manager("shop", new ShutdownTrigger(Duration.ofSeconds(10), 2, true), false);
        CountDownLatch first = new CountDownLatch(1);
        hold(shop, first);
        hold(shop, gate);
        monitor.look();
        pass(9);
        assertThat(shop.suspended()).isFalse();
        pass(1);
        assertThat(shop.suspended()).isTrue();
        assertThat(shop.lane().offer(() -> {})).isFalse();
        assertThat(shop.runtime().refused()).isEqualTo(1);
        assertThat(shop.runtime().suspended()).isTrue();
        first.countDown();
        await().until(() -> shop.load() == 1);
        pass(1);
        assertThat(shop.suspended()).isFalse();
        assertThat(shop.lane().offer(() -> {})).isTrue();
    }

    @Test
    void aSuspendedWorkManagerMayStaySo() {
        PooledWorkManager shop = manager("shop", new ShutdownTrigger(Duration.ofSeconds(10), 1, false), false);
        hold(shop, gate);
        monitor.look();
        pass(10);
        gate.countDown();
        await().until(() -> shop.load() == 0);
        pass(10);
        assertThat(shop.suspended()).isTrue();
    }

    @Test
    void tellsOnceThatTheServerIsToFail() {
        configure(2, Duration.ofSeconds(30));
        PooledWorkManager shop = manager("shop", null, false);
        hold(shop, gate);
        monitor.look();
        pass(40);
        assertThat(failures).isEmpty();
        hold(shop, gate);
        monitor.look();
        pass(29);
        assertThat(failures).isEmpty();
        pass(1);
        pass(1);
        assertThat(failures).containsExactly(2);
    }

    @Test
    void aClosedWorkManagerIsCompletedWhileItIsSuspended() {
        PooledWorkManager shop = manager("shop", new ShutdownTrigger(Duration.ofSeconds(10), 1, true), false);
        hold(shop, gate);
        monitor.look();
        pass(10);
        shop.close();
        gate.countDown();
        await().until(() -> !pool.managers().contains(shop));
    }
}
