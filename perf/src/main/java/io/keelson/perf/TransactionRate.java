package io.keelson.perf;

import java.util.Locale;

/**
 * One turn of transactions over two databases.
 *
 * @param perSecond committed in a second
 * @param cpu the server's processor time of a transaction, in microseconds
 */
record TransactionRate(double perSecond, double cpu) {
    /** The columns of {@link #csv}. */
    static final String COLUMNS = "transactions_per_second,server_cpu_us";

    /** The figures, separated by commas. */
    String csv() {
        return String.format(Locale.ROOT, "%.1f,%.1f", perSecond, cpu);
    }
}
