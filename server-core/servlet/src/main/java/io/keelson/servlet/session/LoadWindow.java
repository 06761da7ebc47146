package io.keelson.servlet.session;

import io.keelson.kernel.spi.session.SessionBudget.Knee;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Use of the processors and requests with sessions in the last minutes, from which a prediction is made. Owned by its lock, which is its
 * monitor; nothing waits under it.
 *
 * <p>The prediction is the utilisation law: work grows with the users, so that {@code knee = active * 0.7 / share}.
 */
final class LoadWindow {
    /** Beyond that requests wait for one another, and one in a hundred takes much longer. */
    static final double LIMIT = 0.7;

    static final Duration LONGEST = Duration.ofMinutes(5);
    private static final Duration STEP = Duration.ofSeconds(10);
    /** Shortest window for a prediction: a shorter one says more of chance than of users. */
    static final Duration SHORTEST = Duration.ofSeconds(60);

    static final long LEAST_REQUESTS = 1_000;
    static final int LEAST_ACTIVE = 20;
    static final double LEAST_SHARE = 0.1;

    private final int processors;
    private final Deque<Sample> samples = new ArrayDeque<>();

    /**
     * Totals at one moment.
     *
     * @param nanos the ticker's time
     * @param processor what the process had used of the processors
     * @param requests how many requests there had been
     */
    record Sample(long nanos, Duration processor, long requests) {}

    LoadWindow(int processors) {
        this.processors = processors;
    }

    /** Notes how it is now. What comes sooner than ten seconds after the last one is left out. */
    synchronized void add(Sample now) {
        Sample last = samples.peekLast();
        if (last != null && now.nanos() - last.nanos() < STEP.toNanos()) {
            return;
        }
        samples.addLast(now);
        // The oldest one begins the window, so it may be older by one step.
        while (samples.size() > 2 && now.nanos() - second().nanos() >= LONGEST.toNanos()) {
            samples.removeFirst();
        }
    }

    private Sample second() {
        return samples.stream().skip(1).findFirst().orElseThrow();
    }

    /** Returns the beginning of the window that ends with {@code now}, in the ticker's time. */
    synchronized long begin(Sample now) {
        Sample first = samples.peekFirst();
        return first == null ? now.nanos() : first.nanos();
    }

    /** Returns what is to be expected where {@code active} sessions were used in the window. */
    synchronized Knee knee(Sample now, int active) {
        Sample first = samples.isEmpty() ? now : samples.getFirst();
        Duration window = Duration.ofNanos(now.nanos() - first.nanos());
        long requests = now.requests() - first.requests();
        double used = now.processor().minus(first.processor()).toNanos();
        double share = window.isZero() ? 0 : used / ((double) window.toNanos() * processors);
        Optional<String> reason = reason(window, requests, active, share);
        OptionalLong sessions =
                reason.isPresent() ? OptionalLong.empty() : OptionalLong.of((long) (active * LIMIT / share));
        return new Knee(sessions, reason, active, requests, share, window);
    }

    private static Optional<String> reason(Duration window, long requests, int active, double share) {
        if (window.compareTo(SHORTEST) < 0) {
            return Optional.of("the application has not run for " + SHORTEST.toSeconds() + " seconds");
        }
        if (requests < LEAST_REQUESTS) {
            return Optional.of(
                    "there were fewer than " + LEAST_REQUESTS + " requests with a session in the last minutes");
        }
        if (active < LEAST_ACTIVE) {
            return Optional.of("fewer than " + LEAST_ACTIVE + " sessions were in use in the last minutes");
        }
        if (share < LEAST_SHARE) {
            return Optional.of("the processors were used to less than " + Math.round(LEAST_SHARE * 100) + " %");
        }
        return Optional.empty();
    }
}
