package io.keelson.base.thread;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Counts the pieces of work of one thread, so that a {@link ThreadWatch} sees when it does not come back from one. It reads no clock
 * and writes two fields a piece. {@link #begin} and {@link #end} are for the thread itself, in turns; the rest is for any thread.
 */
public final class Pulse {
    private static final VarHandle PIECE = piece(MethodHandles.lookup());

    private final Duration longest;

    /** Odd within a piece of work. Written by the thread alone. */
    @SuppressWarnings("unused") // by its handle
    private long piece;

    private volatile @Nullable Thread thread;

    /** A thread that may be at one piece for {@link ThreadWatch#LONGEST}. */
    public Pulse() {
        this(ThreadWatch.LONGEST);
    }

    /**
     * A thread that may be at one piece for so long.
     *
     * @param longest more than zero
     */
    public Pulse(Duration longest) {
        if (longest.isZero() || longest.isNegative()) {
            throw new IllegalArgumentException("a thread may take more than " + longest + " for a piece of work");
        }
        this.longest = longest;
    }

    private static VarHandle piece(MethodHandles.Lookup lookup) {
        try {
            return lookup.findVarHandle(Pulse.class, "piece", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Begins a piece of work. Called by the thread that is watched. */
    public void begin() {
        Thread here = Thread.currentThread();
        if (thread != here) {
            thread = here;
        }
        count();
    }

    /** Ends the piece of work. */
    public void end() {
        count();
    }

    private void count() {
        PIECE.setRelease(this, (long) PIECE.get(this) + 1);
    }

    /** The number of the piece that the thread is at; 0 while it is at none. */
    public long at() {
        long now = (long) PIECE.getAcquire(this);
        return (now & 1) == 0 ? 0 : now;
    }

    /** Returns how long the thread may be at one piece. */
    public Duration longest() {
        return longest;
    }

    /** The thread that began the last piece; null before the first. */
    public @Nullable Thread thread() {
        return thread;
    }
}
