package io.keelson.tx;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Has recovery pass: soon after a resource appears, then from time to time, sooner while something is in doubt. Its thread begins when
 * there
 * is something to recover: a server without a log has none. Thread-safe.
 */
final class RecoverySchedule {
    private static final Duration SOON = Duration.ofMillis(200);
    private static final Duration IN_DOUBT = Duration.ofSeconds(5);
    private static final Duration QUIET = Duration.ofMinutes(2);

    /** Time for which a pass may wait for resources before it is an alarm. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Recovery recovery;
    private final BooleanSupplier hasLog;
    private final AtomicBoolean soon = new AtomicBoolean();
    private @Nullable ScheduledExecutorService thread;
    private @Nullable ScheduledFuture<?> planned;
    private boolean closed;

    /**
     * Nothing is scheduled yet.
     *
     * @param hasLog whether there is a log, which may say that something is in doubt
     */
    RecoverySchedule(Recovery recovery, BooleanSupplier hasLog) {
        this.recovery = recovery;
        this.hasLog = hasLog;
    }

    AutoCloseable add(RecoverableResource resource) {
        recovery.add(resource);
        // Without a log an XA resource is asked once: branches of a log that is lost are said.
        if (hasLog.getAsBoolean() || !resource.keepsDecisions()) {
            passSoon();
        }
        return () -> recovery.remove(resource);
    }

    /** Has recovery pass soon; several calls are one pass. */
    void passSoon() {
        if (soon.compareAndSet(false, true)) {
            schedule(SOON);
        }
    }

    /** Has recovery pass once more in a while; the pass that was planned before is not done. */
    private synchronized void schedule(Duration in) {
        if (closed) {
            return;
        }
        if (planned != null) {
            boolean unused = planned.cancel(false);
        }
        ScheduledExecutorService on = thread;
        if (on == null) {
            on = Threads.scheduler("keelson.tx: recovery", LONGEST);
            thread = on;
        }
        planned = on.schedule(this::pass, in.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void pass() {
        boolean began = soon.getAndSet(false);
        boolean clear = false;
        try {
            clear = recovery.pass();
        } catch (RuntimeException | Error e) { // the log cannot be opened, say; the next pass tries again
            TransactionLog.LOG.debugf(e, "a pass of recovery, soon: %s", began);
        }
        if (!soon.get()) {
            schedule(clear ? QUIET : IN_DOUBT);
        }
    }

    synchronized void close() {
        closed = true;
        if (thread != null) {
            thread.shutdownNow();
        }
    }
}
