package io.keelson.admin.telemetry;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Sends a signal again and again, by one thread of its own, so that a collector that is slow or away holds up nothing else. The thread
 * alone writes {@code now} and {@code broken}; everybody reads the former.
 */
final class ExportLoop {
    private final Signal signal;
    private final Ticker ticker;
    private final String endpoint;
    private final ScheduledExecutorService thread;
    private volatile TelemetryRuntime now;
    private volatile boolean closed;
    private boolean broken;

    ExportLoop(Signal signal, String endpoint, String threadName, Ticker ticker) {
        this.signal = signal;
        this.ticker = ticker;
        this.endpoint = endpoint;
        this.thread = Threads.scheduler(threadName, Duration.ofMinutes(2));
        this.now = new TelemetryRuntime(
                signal.name(),
                endpoint,
                TelemetryRuntime.State.STARTING,
                0,
                0,
                0,
                0,
                0,
                Duration.ZERO,
                Optional.empty());
    }

    /** Begins. The next turn comes that long after the end of the one before. */
    void start(Duration first, Duration every) {
        thread.scheduleWithFixedDelay(this::turn, first.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Has a turn come now, unless the collector is away: it is asked at its times only. Never waits; any thread. */
    void soon() {
        if (now.state() != TelemetryRuntime.State.AWAY) {
            try {
                thread.execute(this::turn);
            } catch (RejectedExecutionException e) {
                TelemetryLog.LOG.debugf("%s are not sent any more", signal.name());
            }
        }
    }

    TelemetryRuntime runtime() {
        return now.with(signal.waiting(), signal.dropped());
    }

    /** Sends once. Whatever happens, the next turn comes. */
    void turn() {
        try {
            long began = ticker.nanoTime();
            int count = Signal.NOTHING;
            Optional<String> problem = Optional.empty();
            try {
                count = signal.send();
            } catch (IOException e) {
                problem = Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
            }
            if (count != Signal.NOTHING || problem.isPresent()) {
                follow(problem, count, Duration.ofNanos(ticker.nanoTime() - began));
            }
            broken = false;
        } catch (RuntimeException | Error e) {
            if (!broken && !closed) {
                signal.sayFailed(e);
            }
            broken = true;
        }
    }

    private void follow(Optional<String> problem, int count, Duration took) {
        TelemetryRuntime before = now;
        boolean away = problem.isPresent();
        now = new TelemetryRuntime(
                before.name(),
                endpoint,
                away ? TelemetryRuntime.State.AWAY : TelemetryRuntime.State.RUNNING,
                before.exported() + (away ? 0 : 1),
                before.failed() + (away ? 1 : 0),
                away ? before.figures() : count,
                0,
                0,
                took,
                problem);
        if (before.state() != now.state() && !closed) {
            problem.ifPresentOrElse(why -> signal.sayAway(endpoint, why), () -> signal.sayHere(endpoint));
        }
    }

    /** Ends it without a last export. */
    void abandon() {
        closed = true;
        thread.shutdownNow();
        signal.close();
    }

    /** Begins the last export, unless the collector is away; {@link #finish} waits for it. */
    void last() {
        if (now.state() != TelemetryRuntime.State.AWAY) {
            thread.execute(this::lastTurns);
        }
        thread.shutdown();
    }

    private void lastTurns() {
        do {
            turn();
        } while (!closed && !broken && signal.waiting() > 0 && now.state() == TelemetryRuntime.State.RUNNING);
    }

    /**
     * Ends it when the last export is over, or the deadline has come.
     *
     * @throws InterruptedException when somebody wants it to end at once
     */
    void finish(Deadline deadline) throws InterruptedException {
        try {
            if (!thread.awaitTermination(deadline.remaining().toMillis(), TimeUnit.MILLISECONDS)) {
                TelemetryLog.LOG.debugf("the last export of %s did not end in time", signal.name());
            }
        } finally {
            abandon();
        }
    }
}
