package io.keelson.perf.ecperf;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run at one injection rate: what was measured, and what it means. */
public final class RunResult {
    private static final double FAILED_SHARE = 0.01;
    private static final double PERCENTILE = 0.9;
    private static final double MOST_DRAIN_SECONDS = 15;

    private final int injectionRate;
    private final Tally tally;
    private final List<String> inconsistencies;
    private final double drainSeconds;

    RunResult(int injectionRate, Tally tally, List<String> inconsistencies, double drainSeconds) {
        this.injectionRate = injectionRate;
        this.tally = tally;
        this.inconsistencies = List.copyOf(inconsistencies);
        this.drainSeconds = drainSeconds;
    }

    /** The injection rate. */
    public int injectionRate() {
        return injectionRate;
    }

    /** Business operations a minute: transactions of the customer domain, and completed work orders. */
    public double operationsPerMinute() {
        return operations() * 60 / tally.seconds();
    }

    /** The number of business operations while it was measured. */
    public long operations() {
        long sum = 0;
        for (Kind kind : Kind.values()) {
            if (kind.counts()) {
                sum += tally.times(kind).count();
            }
        }
        return sum;
    }

    /** The 90th percentile of a kind, in milliseconds. */
    public double percentile(Kind kind) {
        return tally.times(kind).percentileMillis(PERCENTILE);
    }

    /** The number of transactions of a kind that were answered while it was measured. */
    public long count(Kind kind) {
        return tally.times(kind).count();
    }

    /** The number of transactions that failed while it was measured, of all kinds. */
    public long failed() {
        long sum = 0;
        for (Kind kind : Kind.values()) {
            sum += tally.failed(kind);
        }
        return sum;
    }

    /** Attempts beyond the first that the application made for conflicts of transactions. */
    public long repeated() {
        return tally.repeated();
    }

    /** Seconds after the run until all purchase orders were sent and delivered. */
    public double drainSeconds() {
        return drainSeconds;
    }

    /** The faults of the data; empty where it is consistent. */
    public List<String> inconsistencies() {
        return inconsistencies;
    }

    /** The reasons for which the run does not meet the targets; empty where it does. */
    public List<String> misses() {
        List<String> misses = new ArrayList<>();
        long answered = 0;
        for (Kind kind : Kind.values()) {
            answered += count(kind);
            if (percentile(kind) > kind.targetMillis()) {
                misses.add(String.format(
                        Locale.ROOT, "%s 90 %% in %.0f ms, not %d", kind, percentile(kind), kind.targetMillis()));
            }
        }
        long failed = failed();
        if (failed > FAILED_SHARE * (answered + failed)) {
            misses.add(failed + " of " + (answered + failed) + " failed");
        }
        double nominal = nominal(injectionRate) * tally.seconds();
        // Three standard deviations: agents begin their transactions by chance.
        if (operations() < nominal - Math.max(0.05 * nominal, 3 * Math.sqrt(nominal))) {
            misses.add(String.format(Locale.ROOT, "%d operations, not about %.0f", operations(), nominal));
        }
        if (drainSeconds > MOST_DRAIN_SECONDS) {
            misses.add(String.format(Locale.ROOT, "purchase orders on their way %.0f s after the end", drainSeconds));
        }
        return misses;
    }

    /** True if it misses by so much that chance does not explain it: what it left to do took twice as long as is allowed. */
    public boolean missesByFar() {
        return drainSeconds > 2 * MOST_DRAIN_SECONDS;
    }

    /** Business operations a second that the agents of an injection rate ask for, large orders apart. */
    static double nominal(int injectionRate) {
        return injectionRate * (1 + (double) Agents.LINES / Agents.MEAN_SECONDS);
    }
}
