package io.keelson.perf;

import java.util.Locale;

/**
 * One turn of users.
 *
 * @param users a server
 * @param seen what they saw
 * @param used what the servers used meanwhile
 * @param gcMillisPerSecond milliseconds in which the servers stood still to collect garbage, of each second, both together
 */
record UsersSample(int users, UsersResult seen, MachineUse used, double gcMillisPerSecond) {
    /** The columns of {@link #csv}. */
    static final String COLUMNS =
            "users_a_server,done,within,failed,wrong,seconds,p50_us,p90_us,p99_us,generator_share,cpu_s,"
                    + "gc_ms_per_s,written_bytes,sent_bytes";

    /** Transactions a second, of both servers. */
    double perSecond() {
        return seen.done() / seen.seconds();
    }

    /** Processor time of a transaction in milliseconds. */
    double cpuMillis() {
        return used.cpuSeconds() * 1000 / seen.done();
    }

    /** The share of the machine's processors that the servers took. */
    double processors() {
        return used.cpuSeconds() / seen.seconds() / Runtime.getRuntime().availableProcessors();
    }

    /** The figures, separated by commas. */
    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%.2f,%.1f,%d,%d",
                users,
                seen.toString().replace(' ', ','),
                used.cpuSeconds(),
                gcMillisPerSecond,
                used.written(),
                used.sent());
    }
}
