package io.keelson.perf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One turn of load on one server.
 *
 * @param requestsPerSecond answers a second
 * @param userPerMillion the server's CPU seconds in user mode for a million requests
 * @param systemPerMillion the same in the kernel
 * @param mean mean response time in microseconds, as the generator saw it
 * @param p50 median response time in microseconds
 * @param p90 90th percentile in microseconds
 * @param p99 99th percentile in microseconds
 * @param allocated bytes that the server's threads allocated on the heap for a request
 * @param residentMebibytes the server's resident memory after the turn
 * @param generatorShare processor time of the generator by the time that passed
 */
record Sample(
        double requestsPerSecond,
        double userPerMillion,
        double systemPerMillion,
        double mean,
        double p50,
        double p90,
        double p99,
        double allocated,
        double residentMebibytes,
        double generatorShare) {
    /** The columns of {@link #csv}. */
    static final String COLUMNS =
            "requests_per_second,user_s_per_million,system_s_per_million,mean_us,p50_us,p90_us,p99_us,"
                    + "allocated_bytes_per_request,rss_mib,generator_share";

    /** CPU seconds for a million requests, user and system. */
    double cpuPerMillion() {
        return userPerMillion + systemPerMillion;
    }

    /** The figures, separated by commas. */
    String csv() {
        return String.format(
                Locale.ROOT,
                "%.1f,%.4f,%.4f,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%.4f",
                requestsPerSecond,
                userPerMillion,
                systemPerMillion,
                mean,
                p50,
                p90,
                p99,
                allocated,
                residentMebibytes,
                generatorShare);
    }

    /** Reads what {@link #csv} wrote. */
    static Sample parse(String csv) {
        List<Double> figures = new ArrayList<>();
        for (String figure : csv.split(",")) {
            figures.add(Double.parseDouble(figure));
        }
        if (figures.size() != COLUMNS.split(",").length) {
            throw new IllegalArgumentException("not a sample: " + csv);
        }
        return new Sample(
                figures.get(0),
                figures.get(1),
                figures.get(2),
                figures.get(3),
                figures.get(4),
                figures.get(5),
                figures.get(6),
                figures.get(7),
                figures.get(8),
                figures.get(9));
    }
}
