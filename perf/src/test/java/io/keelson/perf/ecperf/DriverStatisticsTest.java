package io.keelson.perf.ecperf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DriverStatisticsTest {
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong();
    private final Tally tally = new Tally(clock::get, 10 * SECOND, 70 * SECOND);

    private void answered(Kind kind, int times, long nanos) {
        clock.set(20 * SECOND);
        for (int i = 0; i < times; i++) {
            tally.completed(kind, clock.get() - nanos, true, 1);
        }
    }

    @Test
    void timesToThinkAreExponentialAndCapped() {
        assertThat(ThinkTime.of(0, 1000)).isZero();
        assertThat(ThinkTime.of(1 - Math.exp(-1), 1000)).isBetween(999L, 1000L);
        assertThat(ThinkTime.of(0.999999, 1000)).isEqualTo(5000);
        SplittableRandom random = new SplittableRandom(1);
        double sum = 0;
        for (int i = 0; i < 100_000; i++) {
            sum += ThinkTime.draw(random, 1000);
        }
        assertThat(sum / 100_000).isBetween(980.0, 1005.0); // the cap takes 0.7 % of it
    }

    @Test
    void halfOfOrderEntryAreNewOrders() {
        Map<Kind, Integer> drawn = new EnumMap<>(Kind.class);
        for (int i = 0; i < 1000; i++) {
            drawn.merge(Kind.ofOrderEntry(i / 1000.0), 1, Integer::sum);
        }
        assertThat(drawn)
                .isEqualTo(Map.of(
                        Kind.NEW_ORDER, 500,
                        Kind.CHANGE_ORDER, 150,
                        Kind.CANCEL_ORDER, 50,
                        Kind.ORDER_STATUS, 200,
                        Kind.CUSTOMER_STATUS, 100));
    }

    @Test
    void aPercentileIsTheLeastTimeThatSoManyDidNotExceed() {
        ResponseTimes times = new ResponseTimes();
        assertThat(times.percentileMillis(0.9)).isZero();
        for (int i = 1000; i >= 1; i--) {
            times.add(i * 1_000_000L);
        }
        assertThat(times.percentileMillis(0.9)).isEqualTo(900);
        assertThat(times.percentileMillis(1)).isEqualTo(1000);
        assertThat(times.percentileMillis(0)).isEqualTo(1);
    }

    @Test
    void onlyWhatIsAnsweredWhileItIsMeasuredHasATime() {
        clock.set(9 * SECOND);
        tally.completed(Kind.COMPLETE, 0, true, 1);
        clock.set(10 * SECOND);
        tally.completed(Kind.COMPLETE, 9 * SECOND, true, 3);
        clock.set(70 * SECOND);
        tally.completed(Kind.COMPLETE, 0, true, 2);
        tally.failed(Kind.COMPLETE, 3);
        assertThat(tally.times(Kind.COMPLETE).count()).isOne();
        assertThat(tally.times(Kind.COMPLETE).percentileMillis(0.9)).isEqualTo(1000);
        assertThat(tally.acknowledged(Kind.COMPLETE)).isEqualTo(3);
        assertThat(tally.failed(Kind.COMPLETE)).isZero();
        assertThat(tally.uncertain(Kind.COMPLETE)).isOne();
        assertThat(tally.repeated()).isEqualTo(2);
    }

    @Test
    void operationsAreThoseOfTheCustomerDomainAndCompletedWorkOrders() {
        answered(Kind.NEW_ORDER, 30, SECOND);
        answered(Kind.CUSTOMER_STATUS, 30, SECOND);
        answered(Kind.SCHEDULE, 36, SECOND);
        answered(Kind.UPDATE, 72, SECOND);
        answered(Kind.COMPLETE, 36, SECOND);
        RunResult result = new RunResult(1, tally, List.of(), 0);
        assertThat(result.operationsPerMinute()).isEqualTo(96);
        assertThat(RunResult.nominal(1) * 60).isEqualTo(96);
        assertThat(result.misses()).isEmpty();
    }

    @Test
    void aRunMissesByTimesByFailuresAndByOperationsThatAreNotThere() {
        answered(Kind.NEW_ORDER, 20, 3 * SECOND);
        answered(Kind.SCHEDULE, 20, 3 * SECOND);
        clock.set(20 * SECOND);
        tally.failed(Kind.SCHEDULE, 3);
        RunResult result = new RunResult(1, tally, List.of(), 0);
        assertThat(result.misses())
                .containsExactly(
                        "NEW_ORDER 90 % in 3000 ms, not 2000", "1 of 41 failed", "20 operations, not about 96");
        assertThat(result.repeated()).isEqualTo(2);
        assertThat(result.missesByFar()).isFalse();
    }

    @Test
    void whatIsLeftToDoForTwiceTheTimeIsNotChance() {
        assertThat(new RunResult(1, tally, List.of(), 30).missesByFar()).isFalse();
        assertThat(new RunResult(1, tally, List.of(), 31).missesByFar()).isTrue();
    }

    @Test
    void dataIsConsistentWhereAllKnowTheSame() {
        answered(Kind.NEW_ORDER, 2, 1);
        answered(Kind.SCHEDULE, 1, 1);
        Map<String, Long> counts = Map.of("orders", 2L, "work-orders", 1L, "work-orders-completed", 0L);
        assertThat(Consistency.faults(
                        Map.of("wrong-balances", 0L), counts, List.of(5L), Map.of(5L, "DELIVERED"), tally))
                .isEmpty();
    }

    @Test
    void everyDifferenceIsAFault() {
        answered(Kind.NEW_ORDER, 3, 1);
        answered(Kind.COMPLETE, 1, 1);
        tally.failed(Kind.COMPLETE, 1);
        Map<String, Long> counts = Map.of("orders", 2L, "work-orders", 1L, "work-orders-completed", 2L);
        assertThat(Consistency.faults(
                        Map.of("wrong-balances", 1L),
                        counts,
                        List.of(5L, 6L),
                        Map.of(6L, "FAILED", 7L, "ORPHAN"),
                        tally))
                .containsExactly(
                        "wrong-balances: 1",
                        "purchase orders that no supplier has: 1",
                        "purchase orders that suppliers have and the database has not: 1",
                        "purchase orders that were not delivered: 1",
                        "orders in the database: 2, acknowledged: 3, uncertain: 0",
                        "work-orders in the database: 1, acknowledged: 0, uncertain: 0");
    }
}
