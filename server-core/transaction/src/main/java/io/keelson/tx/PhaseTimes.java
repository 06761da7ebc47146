package io.keelson.tx;

import io.keelson.base.measure.Distribution;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Histogram of the time that a phase of commits took, in ranges of seconds. Thread-safe. */
final class PhaseTimes {
    private static final List<Double> BOUNDS =
            List.of(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(BOUNDS.size() + 1L).toArray(LongAdder[]::new);
    private final LongAdder sum = new LongAdder();

    void add(long nanos) {
        double seconds = nanos / 1e9;
        int range = 0;
        while (range < BOUNDS.size() && seconds > BOUNDS.get(range)) {
            range++;
        }
        counts[range].increment();
        sum.add(nanos);
    }

    Distribution distribution() {
        return new Distribution(
                BOUNDS, Arrays.stream(counts).map(LongAdder::sum).toList(), sum.sum() / 1e9);
    }
}
