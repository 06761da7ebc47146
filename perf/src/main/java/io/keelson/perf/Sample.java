package io.keelson.perf;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * One turn of load on one server.
 *
 * @param requestsPerSecond answers a second
 * @param cpuPerMillion the server's CPU seconds (user and system) for a million requests
 * @param p50 median response time in microseconds, as the generator saw it
 * @param p99 99th percentile in microseconds
 */
record Sample(double requestsPerSecond, double cpuPerMillion, double p50, double p99) {
    /** The median of one figure over several turns. */
    static double median(Collection<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] sorted = samples.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** The least and the greatest of one figure. */
    static double[] range(Collection<Sample> samples, ToDoubleFunction<Sample> figure) {
        double[] values = samples.stream().mapToDouble(figure).toArray();
        return new double[] {
            Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow()
        };
    }
}
