package io.keelson.perf;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Figures of a {@link UsersLoad}. They travel as one line of text.
 *
 * @param done transactions that were answered
 * @param within those that were answered within their kind's target
 * @param failed those that were not answered, or not with 200
 * @param wrong those whose answer was not what the session must have held
 * @param seconds how long it loaded
 * @param p50 median response time in microseconds
 * @param p90 90th percentile in microseconds
 * @param p99 99th percentile in microseconds
 * @param generatorShare processor time of the generator by the time that passed
 */
record UsersResult(
        long done,
        long within,
        long failed,
        long wrong,
        double seconds,
        double p50,
        double p90,
        double p99,
        double generatorShare) {
    private static final int FIELDS = 9;

    /** Reads what {@link #toString} wrote. */
    static UsersResult parse(String line) throws IOException {
        String[] fields = line.trim().split(" ");
        if (fields.length != FIELDS) {
            throw new IOException("not the result of users: " + line);
        }
        double[] n = Arrays.stream(fields).mapToDouble(Double::parseDouble).toArray();
        return new UsersResult((long) n[0], (long) n[1], (long) n[2], (long) n[3], n[4], n[5], n[6], n[7], n[8]);
    }

    /** The share of the transactions that met their targets, 0 to 1; one that failed has not. */
    double share() {
        return done + failed == 0 ? 0 : (double) within / (done + failed);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d %d %d %d %.4f %.1f %.1f %.1f %.4f",
                done,
                within,
                failed,
                wrong,
                seconds,
                p50,
                p90,
                p99,
                generatorShare);
    }
}
