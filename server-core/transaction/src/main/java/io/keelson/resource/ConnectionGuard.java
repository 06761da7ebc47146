package io.keelson.resource;

import java.sql.Connection;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Watches the connections of a data source that are in use, where its plan asks for that. Thread-safe. */
final class ConnectionGuard {
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

    /** The connection, watched as the plan says. */
    Connection guarded(Connection connection, Plan plan) {
        if (!plan.guards()) {
            return connection;
        }
        Runnable closed = () -> {};
        if (!plan.leakReportAfter().isZero()) {
            Throwable taken = new Throwable("taken here");
            String thread = Thread.currentThread().getName();
            ScheduledFuture<?> report = watch.schedule(
                    () -> {
                        leaks.increment();
                        ResourceLog.LOG.leak(name, plan.leakReportAfter().toSeconds(), thread, taken);
                    },
                    plan.leakReportAfter().toNanos(),
                    TimeUnit.NANOSECONDS);
            closed = () -> report.cancel(false);
        }
        return GuardedConnection.of(connection, plan.statementTimeout(), closed);
    }
}
