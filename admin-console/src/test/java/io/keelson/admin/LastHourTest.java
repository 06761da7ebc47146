package io.keelson.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.work.PoolDecision;
import io.keelson.kernel.work.StuckThread;
import io.keelson.kernel.work.ThreadPoolRuntime;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Turns are taken by the test, which moves the clock; the thread would come after five seconds at the earliest. */
class LastHourTest {
    private final AtomicLong nanos = new AtomicLong(1_000_000_000_000L);
    private final List<WorkManagerRuntime> managers = new ArrayList<>();

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return nanos.get();
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };

    private final WorkRuntimes work = new WorkRuntimes() {
        @Override
        public List<WorkManagerRuntime> workManagers() {
            return List.copyOf(managers);
        }

        @Override
        public List<ThreadPoolRuntime> threadPools() {
            return List.of();
        }

        @Override
        public List<PoolDecision> decisions() {
            return List.of();
        }

        @Override
        public List<StuckThread> stuckThreads() {
            return List.of();
        }
    };

    private final LastHour lastHour = new LastHour(work, ticker);

    @AfterEach
    void close() {
        lastHour.close();
    }

    private void has(String name, int queued, int running, long completed) {
        managers.removeIf(one -> one.name().equals(name));
        managers.add(new WorkManagerRuntime(name, "pool", 100, "default", queued, 0, running, completed, 0, 0, false));
    }

    private void turnAfter(Duration time) {
        nanos.addAndGet(time.toNanos());
        lastHour.turn();
    }

    @Test
    void thereIsNothingAtFirst() {
        has("shop", 0, 0, 1000);
        lastHour.start();
        assertThat(lastHour.past().samples()).isEmpty();
    }

    @Test
    void whatAllDoTogetherIsKeptButForAdministration() {
        has("shop", 0, 0, 1000);
        has("administration", 7, 7, 7);
        lastHour.start();
        has("shop", 3, 2, 1050);
        has("reports", 1, 1, 25);
        has("administration", 7, 7, 7000);
        turnAfter(LastHour.EVERY);
        assertThat(lastHour.past().samples()).containsExactly(new LastHour.Sample(15, 4, 3));
        has("shop", 0, 0, 10); // deployed anew
        turnAfter(LastHour.EVERY);
        assertThat(lastHour.past().samples()).endsWith(new LastHour.Sample(2, 1, 1));
        nanos.addAndGet(1_500_000_000L);
        assertThat(lastHour.past().age()).isEqualTo(Duration.ofMillis(1500));
    }

    /** As after SIGSTOP. */
    @Test
    void whereTheProcessStoodStillThereIsAGap() {
        lastHour.start();
        turnAfter(LastHour.EVERY);
        turnAfter(LastHour.EVERY.multipliedBy(4).plusMillis(300));
        List<LastHour.Sample> samples = lastHour.past().samples();
        assertThat(samples).hasSize(5);
        assertThat(samples.stream().map(LastHour.Sample::there)).containsExactly(true, false, false, false, true);
        turnAfter(Duration.ofHours(30));
        assertThat(lastHour.past().samples()).hasSize(LastHour.MOST);
        assertThat(lastHour.past().samples().stream().filter(LastHour.Sample::there))
                .hasSize(1);
    }

    @Test
    void anHourIsKept() {
        lastHour.start();
        for (int i = 1; i <= LastHour.MOST + 5; i++) {
            has("shop", i, 0, 0);
            turnAfter(LastHour.EVERY);
        }
        List<LastHour.Sample> samples = lastHour.past().samples();
        assertThat(samples).hasSize(720);
        assertThat(samples.get(0).queued()).isEqualTo(6);
        assertThat(samples.get(719).queued()).isEqualTo(LastHour.MOST + 5);
    }

    /** A thread that comes a little early or late, again and again, leaves nothing out and makes nothing up. */
    @Test
    void aThreadThatIsALittleLateMakesNoGap() {
        lastHour.start();
        for (int i = 0; i < 100; i++) {
            turnAfter(Duration.ofMillis(i % 2 == 0 ? 4100 : 5900));
        }
        assertThat(lastHour.past().samples()).hasSize(100).allMatch(LastHour.Sample::there);
    }
}
