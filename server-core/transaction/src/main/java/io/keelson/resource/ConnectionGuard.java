package io.keelson.resource;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Watches the connections of a data source that are in use, where its plan asks for that. Thread-safe. */
final class ConnectionGuard {
    private static final Runnable NOTHING = () -> {};

    private final String name;
    private final ScheduledExecutorService watch;
    private final LongAdder leaks = new LongAdder();

    /**
     * A guard.
     *
     * @param name of the data source
     * @param watch where reports are scheduled
     */
    ConnectionGuard(String name, ScheduledExecutorService watch) {
        this.name = name;
        this.watch = watch;
    }

    long leaks() {
        return leaks.sum();
    }

    /** Watches a connection that was just taken, as the plan says. Run what this returns when it is back. */
    Runnable watch(Plan plan) {
        if (plan.leakReportAfter().isZero()) {
            return NOTHING;
        }
        Throwable taken = new Throwable("taken here");
        String thread = Thread.currentThread().getName();
        ScheduledFuture<?> report = watch.schedule(
                () -> {
                    leaks.increment();
                    ResourceLog.LOG.leak(name, plan.leakReportAfter().toSeconds(), thread, taken);
                },
                plan.leakReportAfter().toNanos(),
                TimeUnit.NANOSECONDS);
        return () -> report.cancel(false);
    }
}
