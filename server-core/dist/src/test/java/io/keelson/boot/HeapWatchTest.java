package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.base.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeapWatchTest {
    private final List<Integer> halts = new ArrayList<>();
    private long now = 77_000_000_000L;
    private long collecting = 5000;
    private double used;

    private final Ticker ticker = new Ticker() {
        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public long currentTimeMillis() {
            return 0;
        }
    };

    private final HeapWatch watch = new HeapWatch(
            new HeapWatch.Heap() {
                @Override
                public double used() {
                    if (used > 1) {
                        throw new OutOfMemoryError("Java heap space");
                    }
                    return used;
                }

                @Override
                public long collectingMillis() {
                    return collecting;
                }
            },
            ticker,
            Duration.ofSeconds(10),
            halts::add);

    private void seconds(int n, double collectingShare, double usedShare) {
        for (int i = 0; i < n && halts.isEmpty(); i++) {
            now += 1_000_000_000L;
            collecting += Math.round(collectingShare * 1000);
            used = usedShare;
            watch.look();
        }
    }

    @Test
    void aHeapThatStaysFullEndsTheServer() {
        seconds(9, 0.95, 0.98);
        assertThat(halts).isEmpty();
        seconds(1, 0.95, 0.98);
        assertThat(halts).containsExactly(4);
    }

    @Test
    void oneBreathBeginsTheTimeAnew() {
        seconds(9, 0.95, 0.98);
        seconds(1, 0.3, 0.98);
        seconds(9, 0.95, 0.98);
        assertThat(halts).isEmpty();
        seconds(1, 0.95, 0.98);
        assertThat(halts).containsExactly(4);
    }

    @Test
    void neitherMuchCollectingNorMuchUseDoesItAlone() {
        seconds(60, 0.95, 0.7);
        seconds(60, 0.5, 0.99);
        assertThat(halts).isEmpty();
    }

    @Test
    void notEvenTheBytesToLookWithIsFull() {
        seconds(9, 0, 2);
        assertThat(halts).isEmpty();
        seconds(1, 0, 2);
        assertThat(halts).containsExactly(4);
    }

    /** The collector stops who looks, too: then one look stands for many. */
    @Test
    void aLongStopCountsAsLongAsItWas() {
        now += 11_000_000_000L;
        collecting += 10_500;
        used = 1;
        watch.look();
        assertThat(halts).containsExactly(4);
    }

    @Test
    void aLookThatComesTooSoonIsNone() {
        seconds(9, 0.95, 0.98);
        now += 100_000_000L;
        used = 0.1;
        watch.look();
        now -= 100_000_000L;
        seconds(1, 0.95, 0.98);
        assertThat(halts).containsExactly(4);
    }
}
