package io.keelson.perf;

import java.io.IOException;
import java.util.Locale;

/**
 * Figures of a {@link Load}. They travel as one line of text.
 *
 * @param requests answers received
 * @param seconds how long it loaded
 * @param mean mean response time in microseconds
 * @param p50 median response time in microseconds
 * @param p90 90th percentile in microseconds
 * @param p99 99th percentile in microseconds
 * @param generatorShare processor time of the generator by the time that passed: near 1 it was as busy as its one thread can be
 */
record LoadResult(
        long requests, double seconds, double mean, double p50, double p90, double p99, double generatorShare) {
    /** Reads what {@link #toString} wrote. */
    static LoadResult parse(String line) throws IOException {
        String[] fields = line.trim().split(" ");
        if (fields.length != 7) {
            throw new IOException("not the result of a load: " + line);
        }
        return new LoadResult(
                Long.parseLong(fields[0]),
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]),
                Double.parseDouble(fields[6]));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d %.4f %.2f %.1f %.1f %.1f %.4f",
                requests,
                seconds,
                mean,
                p50,
                p90,
                p99,
                generatorShare);
    }
}
