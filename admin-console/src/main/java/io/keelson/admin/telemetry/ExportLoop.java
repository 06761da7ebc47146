package io.keelson.admin.telemetry;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Sends the figures again and again, by one thread of its own, so that a collector that is slow or away holds up nothing else. Nothing is kept for a
 * collector that is away: the next export has newer figures. The thread alone writes {@code now} and {@code broken}; everybody reads the former.
 */
final class ExportLoop {
    /** The first export comes soon, so that wrong settings show; not while the server is busy with its start. */
    private static final Duration SOON = Duration.ofSeconds(3);

    /** How long a server that stops waits for its last export at most. */
    private static final Duration LAST = Duration.ofSeconds(5);

    private final TelemetrySettings settings;
    private final Exporter exporter;
    private final Supplier<SortedMap<String, List<Figure>>> figures;
    private final Ticker ticker;
    private final String endpoint;
    private final ScheduledExecutorService thread = Threads.scheduler("keelson.management.Telemetry");
    private volatile TelemetryRuntime now;
    private volatile boolean closed;
    private boolean broken;

    ExportLoop(
            TelemetrySettings settings,
            Exporter exporter,
            Supplier<SortedMap<String, List<Figure>>> figures,
            Ticker ticker) {
        this.settings = settings;
        this.exporter = exporter;
        this.figures = figures;
        this.ticker = ticker;
        this.endpoint = String.valueOf(settings.endpoint());
        this.now = new TelemetryRuntime(
                "metrics", endpoint, TelemetryRuntime.State.STARTING, 0, 0, 0, Duration.ZERO, Optional.empty());
    }

    void start() {
        long every = settings.interval().toMillis();
        thread.scheduleWithFixedDelay(this::turn, Math.min(every, SOON.toMillis()), every, TimeUnit.MILLISECONDS);
    }

    TelemetryRuntime runtime() {
        return now;
    }

    /** Sends once. Whatever happens, the next turn comes. */
    void turn() {
        try {
            SortedMap<String, List<Figure>> metrics = figures.get();
            int count = metrics.values().stream().mapToInt(List::size).sum();
            long began = ticker.nanoTime();
            Optional<String> problem = sent(metrics);
            follow(problem, count, Duration.ofNanos(ticker.nanoTime() - began));
            broken = false;
        } catch (RuntimeException | Error e) {
            if (!broken && !closed) {
                TelemetryLog.LOG.failed(e);
            }
            broken = true;
        }
    }

    private Optional<String> sent(SortedMap<String, List<Figure>> metrics) {
        try {
            exporter.export(metrics, ticker.currentTimeMillis());
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage() == null ? e.toString() : e.getMessage());
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
                count,
                took,
                problem);
        if (before.state() != now.state() && !closed) {
            problem.ifPresentOrElse(why -> TelemetryLog.LOG.away(endpoint, why), () -> TelemetryLog.LOG.here(endpoint));
        }
    }

    /** Ends it without a last export. */
    void abandon() {
        closed = true;
        thread.shutdownNow();
        exporter.close();
    }

    /**
     * Ends it with a last export, unless the collector is away. That has as long as an export has, and neither longer than {@code most} nor than
     * {@link #LAST}.
     *
     * @throws InterruptedException when somebody wants it to end at once
     */
    void finish(Duration most) throws InterruptedException {
        try {
            if (now.state() != TelemetryRuntime.State.AWAY && !most.isZero()) {
                thread.execute(this::turn);
                thread.shutdown();
                Duration wait = Collections.min(List.of(most, settings.timeout(), LAST));
                if (!thread.awaitTermination(wait.toMillis(), TimeUnit.MILLISECONDS)) {
                    TelemetryLog.LOG.debugf("the last export did not end within %s", wait);
                }
            }
        } finally {
            abandon();
        }
    }
}
