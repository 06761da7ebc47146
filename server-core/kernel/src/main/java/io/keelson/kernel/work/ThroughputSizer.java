package io.keelson.kernel.work;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Finds by trial how many threads do the most. See "Size" in docs/design/work-managers.md. Confined to the tuner.
 *
 * <p>While work waits and no thread is idle, it measures the throughput, tries more threads, measures again and keeps them only where
 * more was done than chance explains; else it takes them back, tries fewer, and then leaves the pool alone for a while, twice as long each
 * time. Where the threads themselves keep the processors busy, more are not tried. Where nothing at all is completed while the threads wait
 * for something, it adds threads without measuring: there is nothing to measure, and whoever could end the wait may be in the queue.
 */
final class ThroughputSizer implements PoolSizer {
    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);
    static final long FIRST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(2);
    static final long LONGEST_HOLD_NANOS = TimeUnit.SECONDS.toNanos(64);
    /** From this part of the processors on, threads are taken to be held up by nothing but them. */
    static final double BUSY = 0.75;

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long BLIND_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final double EXPECTED_IN_A_STALL = 4;
    private static final double CLEAR_GAIN = 0.2;
    private static final double LEAST_GAIN = 0.05;
    private static final double TOLERATED_LOSS = 0.08;
    private static final double ERRORS = 1.5;

    private enum Trial {
        NONE,
        MORE,
        FEWER
    }

    private final Epoch epoch = new Epoch();
    private Trial trial = Trial.NONE;
    private @Nullable Measured before;
    private boolean triedMore;
    private boolean careful; // since a trial brought nothing: no more glances
    private long holdNanos;
    private long nextHold = FIRST_HOLD_NANOS;
    private long dryNanos;
    private double lastRate;
    private long quietNanos;

    @Override
    public Decision adjust(Sample sample) {
        if (!sample.starved()) {
            forget();
            return calm(sample);
        }
        quietNanos = 0;
        holdNanos = Math.max(0, holdNanos - sample.nanos());
        dryNanos = sample.completed() > 0 ? 0 : dryNanos + sample.nanos();
        if (stalled(sample)) {
            return stall(sample);
        }
        epoch.add(sample);
        return holdNanos > 0 ? Decision.NONE : climb(sample);
    }

    // ---- while threads are to spare ------------------------------------------------------------------------------

    private void forget() {
        epoch.start(0);
        trial = Trial.NONE;
        before = null;
        triedMore = false;
        careful = false;
        dryNanos = 0;
    }

    private Decision calm(Sample sample) {
        if (sample.fewestIdle() == 0 || sample.threads() <= sample.min()) {
            quietNanos = 0;
            return Decision.NONE;
        }
        quietNanos += sample.nanos();
        if (quietNanos < QUIET_NANOS) {
            return Decision.NONE;
        }
        quietNanos = 0;
        nextHold = FIRST_HOLD_NANOS;
        return new Decision(
                -(sample.fewestIdle() + 1) / 2,
                "at least " + sample.fewestIdle() + " threads were idle for " + QUIET_NANOS / 1_000_000_000 + " s");
    }

    // ---- while nothing is completed ------------------------------------------------------------------------------

    private boolean stalled(Sample sample) {
        if (sample.completed() > 0 || sample.threads() >= sample.max() || processorBound(sample)) {
            return false;
        }
        if (Double.isNaN(sample.busyProcessors()) && dryNanos < BLIND_NANOS) {
            return false; // it is known from the second look on
        }
        // After a trial that brought nothing, or where pieces are known to be rare, silence must last longer to mean
        // something.
        double expectedNanos = lastRate > 0 ? EXPECTED_IN_A_STALL / lastRate * 1e9 : 0;
        return dryNanos >= (holdNanos > 0 ? PATIENCE_NANOS : Math.min(PATIENCE_NANOS, expectedNanos));
    }

    private Decision stall(Sample sample) {
        int more = Math.min(Math.max(1, sample.threads() / 2), sample.queued());
        trial = Trial.NONE;
        before = null;
        careful = false;
        epoch.start(sample.threads() + more);
        return new Decision(
                more,
                String.format(
                        Locale.ROOT,
                        "%d pieces wait, none was completed for %d ms, and the threads wait for something else than the"
                                + " processors (%.1f of %d busy)",
                        sample.queued(),
                        dryNanos / 1_000_000,
                        sample.busyProcessors(),
                        sample.processors()));
    }

    private static boolean processorBound(Sample sample) {
        return sample.busyProcessors() >= BUSY * sample.processors();
    }

    // ---- while work is done, but too little ----------------------------------------------------------------------

    private Decision climb(Sample sample) {
        return switch (trial) {
            case NONE -> epoch.enough(false) ? begin(sample) : Decision.NONE;
            case MORE -> judgeMore(sample);
            case FEWER -> epoch.enough(true) ? judgeFewer(sample) : Decision.NONE;
        };
    }

    private Decision begin(Sample sample) {
        if (careful && !epoch.enough(true)) {
            return Decision.NONE;
        }
        if (!triedMore && sample.threads() < sample.max() && !processorBound(sample)) {
            int more = Math.min(Math.max(1, sample.threads() / 2), sample.queued());
            return attempt(Trial.MORE, Math.min(more, sample.max() - sample.threads()), sample);
        }
        if (!epoch.enough(true)) {
            return Decision.NONE;
        }
        if (sample.threads() > sample.min()) {
            return attempt(
                    Trial.FEWER, -Math.min(Math.max(1, sample.threads() / 4), sample.threads() - sample.min()), sample);
        }
        hold();
        return Decision.NONE;
    }

    private Decision attempt(Trial next, int change, Sample sample) {
        Measured now = epoch.measured();
        before = now;
        lastRate = now.rate();
        trial = next;
        triedMore = next == Trial.FEWER || epoch.enough(true); // what was only glanced at is tried again
        epoch.start(sample.threads() + change);
        return new Decision(
                change,
                String.format(
                        Locale.ROOT,
                        "%d threads complete %.0f a second, %d pieces wait, %.1f of %d processors are busy: tries %s",
                        now.threads(),
                        now.rate(),
                        sample.queued(),
                        sample.busyProcessors(),
                        sample.processors(),
                        change > 0 ? "more" : "fewer"));
    }

    private Decision judgeMore(Sample sample) {
        Measured was = before;
        if (was == null || !epoch.enough(false)) {
            return Decision.NONE;
        }
        Measured now = epoch.measured();
        double gain = now.rate() / was.rate() - 1;
        boolean keep = epoch.enough(true)
                ? gain > Math.max(LEAST_GAIN, ERRORS * now.error(was))
                : gain > CLEAR_GAIN && !careful;
        if (keep) {
            lastRate = now.rate();
            trial = Trial.NONE;
            triedMore = false;
            nextHold = Math.max(FIRST_HOLD_NANOS, nextHold / 2);
            return climb(sample); // the same measurement is the start of the next trial
        }
        return epoch.enough(true) ? back(sample, was, now) : Decision.NONE;
    }

    private Decision judgeFewer(Sample sample) {
        Measured was = before;
        if (was == null) {
            return Decision.NONE;
        }
        Measured now = epoch.measured();
        if (now.rate() >= was.rate() * (1 - TOLERATED_LOSS)) {
            lastRate = now.rate();
            trial = Trial.NONE;
            return climb(sample);
        }
        Decision decision = back(sample, was, now);
        hold();
        return decision;
    }

    private Decision back(Sample sample, Measured was, Measured now) {
        trial = Trial.NONE;
        careful = true;
        int change = was.threads() - sample.threads();
        epoch.start(was.threads());
        return new Decision(
                change,
                String.format(
                        Locale.ROOT,
                        "%d threads complete %.0f a second where %d complete %.0f: back to these",
                        now.threads(),
                        now.rate(),
                        was.threads(),
                        was.rate()));
    }

    private void hold() {
        holdNanos = nextHold;
        nextHold = Math.min(LONGEST_HOLD_NANOS, nextHold * 2);
        triedMore = false;
        epoch.start(0);
    }

    /**
     * A throughput.
     *
     * @param threads with how many threads
     * @param rate pieces a second
     * @param pieces how many pieces were counted
     */
    private record Measured(int threads, double rate, long pieces) {
        /** The standard error of the ratio of two rates, were pieces independent of each other. */
        double error(Measured other) {
            return Math.sqrt(1.0 / Math.max(1, pieces) + 1.0 / Math.max(1, other.pieces));
        }
    }

    /** A time with one number of threads. What is completed first still tells of the time before and is left out. */
    private static final class Epoch {
        private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);
        private static final long LONGEST_SETTLING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
        private static final int PIECES_FOR_A_GLANCE = 20;
        private static final int PIECES_FOR_A_JUDGEMENT = 150;

        private int threads;
        private long settling;
        private long settlingNanos;
        private long nanos;
        private long pieces;

        void start(int withThreads) {
            threads = withThreads;
            settling = withThreads;
            settlingNanos = 0;
            nanos = 0;
            pieces = 0;
        }

        void add(Sample sample) {
            if (threads != sample.threads()) {
                start(sample.threads());
            }
            if (settling > 0 && settlingNanos < LONGEST_SETTLING_NANOS) {
                settling -= sample.completed();
                settlingNanos += sample.nanos();
                return;
            }
            nanos += sample.nanos();
            pieces += sample.completed();
        }

        /** Returns whether enough was seen for a first look, or for a judgement. */
        boolean enough(boolean judgement) {
            long wanted = judgement ? PIECES_FOR_A_JUDGEMENT : PIECES_FOR_A_GLANCE;
            return pieces >= Math.max(wanted, 2L * threads) || nanos >= LONGEST_NANOS && pieces > 0;
        }

        Measured measured() {
            return new Measured(threads, pieces * 1e9 / Math.max(1, nanos), pieces);
        }
    }
}
