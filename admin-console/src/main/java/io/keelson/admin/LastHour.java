package io.keelson.admin;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.work.WorkManagerRuntime;
import io.keelson.kernel.work.WorkRuntimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Figures of the server's work in the last hour, for who begins to look now: a sample every five seconds, in memory. Its own thread
 * takes them; the lock of this object guards the ring, and is held for no longer than it takes to copy it. Work of administration is
 * not counted: looking is not what a server is there for.
 */
final class LastHour implements AutoCloseable {
    /** Between two samples. */
    static final Duration EVERY = Duration.ofSeconds(5);

    /** Number of samples that are kept. */
    static final int MOST = (int) (Duration.ofHours(1).toNanos() / EVERY.toNanos());

    private static final String NOT_COUNTED = "administration";
    private static final Sample NOTHING = new Sample(Double.NaN, 0, 0);

    private final WorkRuntimes work;
    private final Ticker ticker;
    private final Sample[] ring = new Sample[MOST];
    /** Number of samples that have been taken since the start; the last is at {@code (taken - 1) % MOST}. */
    private long taken;

    private long takenAt;
    private Map<String, Long> completed = Map.of();
    private @Nullable ScheduledExecutorService thread;

    /**
     * Figures of one moment.
     *
     * @param rate pieces of work that were completed a second since the sample before; not a number where none was taken
     * @param queued pieces of work that waited
     * @param running pieces of work that ran
     */
    record Sample(double rate, long queued, long running) {
        /** Returns whether there was one. */
        boolean there() {
            return !Double.isNaN(rate);
        }
    }

    /**
     * The last hour.
     *
     * @param age how long ago the last sample was taken
     * @param samples the oldest first, {@link #EVERY} apart
     */
    record Past(Duration age, List<Sample> samples) {}

    LastHour(WorkRuntimes work, Ticker ticker) {
        this.work = work;
        this.ticker = ticker;
    }

    /** Begins to take samples. */
    synchronized void start() {
        look();
        ScheduledExecutorService fresh = Threads.scheduler("keelson.management.LastHour");
        fresh.scheduleAtFixedRate(this::guarded, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
        thread = fresh;
    }

    private void guarded() {
        try {
            turn();
        } catch (RuntimeException | Error e) { // whatever it is, the next turn comes
            AdminLog.LOG.notSampled(e);
        }
    }

    /** Remembers what was completed until now, so that the next sample has a rate. */
    private synchronized void look() {
        completed = completed(work.workManagers());
        takenAt = ticker.nanoTime();
    }

    /** Takes a sample. A process that stood still has left out some: their places stay empty. */
    synchronized void turn() {
        long now = ticker.nanoTime();
        long since = now - takenAt;
        // A thread that comes a little late twice has not left one out.
        long steps = Math.round((double) since / EVERY.toNanos());
        if (steps < 1) {
            return;
        }
        List<WorkManagerRuntime> managers = work.workManagers();
        Map<String, Long> done = completed(managers);
        long more = 0;
        for (Map.Entry<String, Long> one : done.entrySet()) {
            // One that was made anew counts from nothing.
            long before = completed.getOrDefault(one.getKey(), 0L);
            more += one.getValue() >= before ? one.getValue() - before : one.getValue();
        }
        for (long left = Math.min(steps - 1, MOST); left > 0; left--) {
            keep(NOTHING);
        }
        keep(new Sample(more * 1e9 / since, sum(managers, true), sum(managers, false)));
        completed = done;
        takenAt = now;
    }

    private void keep(Sample sample) {
        ring[(int) (taken++ % MOST)] = sample;
    }

    private static Map<String, Long> completed(List<WorkManagerRuntime> managers) {
        Map<String, Long> completed = new HashMap<>();
        for (WorkManagerRuntime one : managers) {
            if (!one.name().equals(NOT_COUNTED)) {
                completed.merge(one.name(), one.completed(), Long::sum);
            }
        }
        return completed;
    }

    private static long sum(List<WorkManagerRuntime> managers, boolean queued) {
        return managers.stream()
                .filter(one -> !one.name().equals(NOT_COUNTED))
                .mapToLong(one -> queued ? one.queued() : one.running())
                .sum();
    }

    /** Returns what there is. */
    synchronized Past past() {
        List<Sample> samples = new ArrayList<>();
        for (long i = Math.max(0, taken - MOST); i < taken; i++) {
            samples.add(ring[(int) (i % MOST)]);
        }
        return new Past(Duration.ofNanos(ticker.nanoTime() - takenAt), List.copyOf(samples));
    }

    @Override
    public void close() {
        ScheduledExecutorService last;
        synchronized (this) {
            last = thread;
            thread = null;
        }
        if (last != null) {
            last.shutdown();
        }
    }
}
