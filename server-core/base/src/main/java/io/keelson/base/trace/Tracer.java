package io.keelson.base.trace;

import io.keelson.base.time.Ticker;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Begins spans, decides which are recorded, and passes on those that have ended. Thread-safe; nothing waits. */
public final class Tracer {
    private static final long NANOS_A_MILLI = 1_000_000;

    /** So far the two clocks may be apart before the wall clock was set, and not read between two of its milliseconds. */
    private static final long APART = 5 * NANOS_A_MILLI;

    private final double ratio;
    private final long bound;
    private final Ticker ticker;
    private final Consumer<FinishedSpan> recorded;
    private volatile long epochLessNanos;

    /**
     * Makes one.
     *
     * @param ratio how many of the traces that begin here are recorded: from 0, none, to 1, all. Of others, who began them has decided
     * @param recorded gets what has ended, on the thread on which it did; must not wait
     * @throws IllegalArgumentException when the ratio is none
     */
    public Tracer(double ratio, Ticker ticker, Consumer<FinishedSpan> recorded) {
        if (!(ratio >= 0 && ratio <= 1)) {
            throw new IllegalArgumentException("a ratio is from 0 to 1, not " + ratio);
        }
        this.ratio = ratio;
        this.bound = (long) (ratio * Long.MAX_VALUE);
        this.ticker = ticker;
        this.recorded = recorded;
        this.epochLessNanos = ticker.currentTimeMillis() * NANOS_A_MILLI - ticker.nanoTime();
    }

    /**
     * Begins a span.
     *
     * @param parent the one that it belongs to, of here or of another process; null: a trace begins
     */
    public Span begin(Span.Kind kind, @Nullable TraceContext parent) {
        long now = ticker.nanoTime();
        TraceContext context = parent == null ? first() : below(parent);
        return new Span(this, context, parent == null ? 0 : parent.spanId(), kind, epochNanos(now), now);
    }

    private TraceContext first() {
        long low = id();
        return new TraceContext(ThreadLocalRandom.current().nextLong(), low, id(), chosen(low), null);
    }

    /** By the id, so that who decides by the same ratio elsewhere chooses the same. */
    private boolean chosen(long low) {
        return ratio >= 1 || (low & Long.MAX_VALUE) < bound;
    }

    private static TraceContext below(TraceContext parent) {
        return new TraceContext(parent.traceHigh(), parent.traceLow(), id(), parent.sampled(), parent.state());
    }

    /** Random, not secret. */
    private static long id() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long id = random.nextLong();
        while (id == 0) {
            id = random.nextLong();
        }
        return id;
    }

    /** The wall clock has milliseconds only, in which a call would often begin before what it belongs to. */
    private long epochNanos(long nanos) {
        long wall = ticker.currentTimeMillis() * NANOS_A_MILLI;
        long fine = epochLessNanos + nanos;
        if (Math.abs(fine - wall) <= APART) {
            return fine;
        }
        epochLessNanos = wall - nanos; // the clock was set; whoever else sees that comes to the same
        return wall;
    }

    long nanoTime() {
        return ticker.nanoTime();
    }

    void ended(FinishedSpan span) {
        recorded.accept(span);
    }
}
