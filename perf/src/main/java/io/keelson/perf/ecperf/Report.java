package io.keelson.perf.ecperf;

import java.util.Locale;

/** A run as text. */
public final class Report {
    private Report() {}

    /** All figures of a run, a line each. */
    public static String text(RunResult result) {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "Ir %d: %.0f BBops/min, %d failed, %d attempts repeated, drained in %.1f s%n",
                result.injectionRate(),
                result.operationsPerMinute(),
                result.failed(),
                result.repeated(),
                result.drainSeconds()));
        for (Kind kind : Kind.values()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %-16s %6d, 90 %% in %6.0f ms%n",
                    kind,
                    result.count(kind),
                    result.percentile(kind)));
        }
        text.append(result.misses().isEmpty() ? "  meets the targets\n" : "  misses: " + result.misses() + "\n");
        text.append(
                result.inconsistencies().isEmpty()
                        ? "  the data is consistent"
                        : "  THE DATA IS NOT CONSISTENT: " + result.inconsistencies());
        return text.toString();
    }
}
