package io.keelson.kernel.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.kernel.work.PoolSizer.Decision;
import io.keelson.kernel.work.PoolSizer.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputSizerTest {
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * A pool in virtual time. Pieces need the processors for a while and then wait for something, of which there may be so many at a time.
     * What a look completes is the throughput that follows, with the noise of independent pieces.
     */
    private static final class Model {
        final ThroughputSizer sizer = new ThroughputSizer();
        final List<Integer> sizes = new ArrayList<>();
        final Random random;
        int min = 5;
        int max = 400;
        int threads = 5;
        double processorMillis;
        double waitMillis;
        double resources = Double.MAX_VALUE;
        double arrivalsASecond;
        double queued;
        double owed;
        boolean processorUseKnown = true;
        int changes;
        Decision last = Decision.NONE;

        Model(long seed) {
            random = new Random(seed);
            System.out.println("seed " + seed);
        }

        double rate(int by) {
            double processors = 2;
            double rate = by * 1000.0 / (processorMillis + waitMillis);
            if (processorMillis > 0) {
                rate = Math.min(rate, processors * 1000 / processorMillis);
            }
            return waitMillis > 0 ? Math.min(rate, resources * 1000 / waitMillis) : rate;
        }

        void run(double seconds) {
            for (int look = 0; look < seconds * 100; look++) {
                look();
            }
        }

        void look() {
            queued += arrivalsASecond / 100;
            double possible = rate(threads) / 100;
            // Normal noise stands for Poisson's where many pieces are counted, and is cut where few are.
            owed += Math.max(0, possible + random.nextGaussian() * Math.sqrt(possible) * 0.7);
            int completed = (int) Math.min(owed, queued);
            owed -= (int) owed;
            queued -= completed;
            boolean starved = queued >= 1;
            double busy = (starved ? rate(threads) : completed * 100) * processorMillis / 1000;
            int idle = starved ? 0 : Math.max(1, threads - (int) Math.ceil(arrivalsASecond / rate(1)));
            Decision decision = sizer.adjust(new Sample(
                    LOOK,
                    threads,
                    min,
                    max,
                    idle,
                    idle,
                    (int) queued,
                    completed,
                    processorUseKnown ? busy : Double.NaN,
                    2));
            last = decision.reason().isEmpty() ? last : decision;
            if (decision.change() != 0) {
                changes++;
            }
            threads = Math.max(min, Math.min(max, threads + decision.change()));
            sizes.add(threads);
        }

        double mean(double lastSeconds) {
            int looks = (int) (lastSeconds * 100);
            return sizes.subList(sizes.size() - looks, sizes.size()).stream()
                    .mapToInt(Integer::intValue)
                    .average()
                    .orElseThrow();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void doesNotGrowForWorkThatOnlyNeedsTheProcessor(long seed) {
        for (double millis : new double[] {0.1, 1, 10, 100, 1000}) {
            Model model = new Model(seed);
            model.processorMillis = millis;
            model.queued = 1e9;
            model.run(300);
            assertThat(model.sizes).as("pieces of %f ms", millis).allMatch(size -> size <= 5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void growsPromptlyForWorkThatWaits(long seed) {
        Model model = new Model(seed);
        model.processorMillis = 0.1;
        model.waitMillis = 20;
        model.arrivalsASecond = 2_000; // which takes 41 threads
        model.run(4);
        assertThat(model.threads).isGreaterThanOrEqualTo(41);
        model.run(30);
        assertThat(model.threads).isBetween(41, 400);
        assertThat(model.queued).isLessThan(100);
    }

    @Test
    void growsAtEachLookWhileNothingIsCompleted() {
        Model model = new Model(1);
        model.waitMillis = 1e12;
        model.queued = 1_000;
        model.run(0.3);
        assertThat(model.threads).isEqualTo(400);
        assertThat(model.last.reason()).contains("1000 pieces wait", "none was completed");
    }

    @Test
    void growsAlsoWhereTheProcessorUseIsNotKnown() {
        Model model = new Model(1);
        model.waitMillis = 1e12;
        model.queued = 1_000;
        model.processorUseKnown = false;
        model.run(0.5);
        assertThat(model.threads).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void settlesWhereSomethingElseIsTheLimit(long seed) {
        Model model = new Model(seed);
        model.processorMillis = 0.1;
        model.waitMillis = 20;
        model.resources = 20; // as a data source with 20 connections
        model.queued = 1e9;
        model.run(120);
        assertThat(model.mean(60)).as("20 threads do all that can be done").isBetween(15.0, 40.0);
        int before = model.changes;
        model.run(60);
        assertThat(model.changes - before).as("changes in a minute").isLessThanOrEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void takesBackWhatItAddedWhileNothingWasCompleted(long seed) {
        Model model = new Model(seed);
        model.waitMillis = 1e12;
        model.queued = 1e9;
        model.run(0.3);
        assertThat(model.threads).isEqualTo(400);
        model.processorMillis = 5; // now the processors are all that is needed
        model.waitMillis = 0;
        model.run(120);
        assertThat(model.threads).isLessThanOrEqualTo(40);
    }

    @Test
    void endsThreadsThatNobodyNeededForAWhileByHalves() {
        ThroughputSizer sizer = new ThroughputSizer();
        Sample quiet = new Sample(TimeUnit.SECONDS.toNanos(2), 100, 5, 400, 80, 80, 0, 0, 0, 2);
        for (int i = 0; i < 4; i++) {
            assertThat(sizer.adjust(quiet)).isEqualTo(Decision.NONE);
        }
        Decision fewer = sizer.adjust(quiet);
        assertThat(fewer.change()).isEqualTo(-40);
        assertThat(fewer.reason()).contains("80 threads were idle");
        assertThat(sizer.adjust(quiet)).isEqualTo(Decision.NONE);
    }

    @Test
    void keepsThreadsThatWereNeededOnceInAWhile() {
        ThroughputSizer sizer = new ThroughputSizer();
        Sample quiet = new Sample(TimeUnit.SECONDS.toNanos(2), 100, 5, 400, 80, 80, 0, 0, 0, 2);
        Sample peak = new Sample(TimeUnit.SECONDS.toNanos(2), 100, 5, 400, 80, 0, 0, 0, 0, 2);
        for (int i = 0; i < 40; i++) {
            assertThat(sizer.adjust(i % 4 == 3 ? peak : quiet)).isEqualTo(Decision.NONE);
        }
    }
}
