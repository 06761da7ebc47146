package io.keelson.perf;

/** Counts what users see, while it is measured. Used by one thread. */
final class UsersTally {
    private Latencies latencies = new Latencies();
    private boolean measures;
    private long within;
    private long failed;
    private long wrong;

    /** Counts from now on. */
    void begin() {
        latencies = new Latencies();
        within = 0;
        failed = 0;
        wrong = 0;
        measures = true;
    }

    /** Counts nothing any more. */
    void end() {
        measures = false;
    }

    /**
     * A transaction was answered.
     *
     * @param nanos how long that took
     * @param right whether the answer was what it had to be
     */
    void answered(BusinessKind kind, long nanos, boolean right) {
        if (!measures) {
            return;
        }
        latencies.add(nanos);
        if (nanos <= kind.targetMillis() * 1_000_000L) {
            within++;
        }
        if (!right) {
            wrong++;
        }
    }

    /** A transaction was not answered, or not with 200. */
    void failed() {
        if (measures) {
            failed++;
        }
    }

    UsersResult result(double seconds, double generatorShare) {
        return new UsersResult(
                latencies.count(),
                within,
                failed,
                wrong,
                seconds,
                latencies.micros(0.50),
                latencies.micros(0.90),
                latencies.micros(0.99),
                generatorShare);
    }
}
