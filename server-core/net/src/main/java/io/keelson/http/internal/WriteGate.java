package io.keelson.http.internal;

import io.keelson.base.time.Ticker;
import io.keelson.http.ClientGoneException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells a writer when to wait: while more than {@link #HIGH_MARK} bytes are on their way, or there is no room where
 * they go to.
 *
 * <p>A waiter makes itself known and looks again before it parks; the loop changes the state and then looks for a waiter.
 * Both are volatile, so one of them sees the other. One writer at a time; the loop wakes it.
 */
final class WriteGate {
    static final int HIGH_MARK = 64 * 1024;

    private final BooleanSupplier room;
    private final Ticker ticker;
    private final AtomicInteger onTheWay = new AtomicInteger();
    private final AtomicReference<@Nullable Runnable> listener = new AtomicReference<>();
    private volatile @Nullable Thread waiter;
    private volatile boolean gone;

    /**
     * Makes a gate.
     *
     * @param room returns true if what is on its way now finds a place
     */
    WriteGate(BooleanSupplier room, Ticker ticker) {
        this.room = room;
        this.ticker = ticker;
    }

    boolean gone() {
        return gone;
    }

    void check() throws IOException {
        if (gone) {
            throw new ClientGoneException("the connection is closed");
        }
    }

    boolean nothingOnItsWay() {
        return onTheWay.get() == 0;
    }

    /**
     * Returns true if a write would not wait: there is room, or the connection is gone and the write fails. A caller that was told so
     * and asks again therefore always gets on: it never asks for the same again on a connection that is gone.
     */
    boolean writable() {
        return gone || hasRoom();
    }

    private boolean hasRoom() {
        return onTheWay.get() < HIGH_MARK && room.getAsBoolean();
    }

    /** Bytes leave for the loop. By the writer. */
    void leaves(int bytes) {
        onTheWay.addAndGet(bytes);
    }

    /** Notes that they have come. On the loop. */
    void arrives(int bytes) {
        onTheWay.addAndGet(-bytes);
        changed();
    }

    /** Something may be writable again. On the loop. */
    void changed() {
        if (!writable()) {
            return;
        }
        Thread parked = waiter;
        if (parked != null) {
            LockSupport.unpark(parked);
        }
        Runnable told = listener.getAndSet(null);
        if (told != null) {
            told.run();
        }
    }

    /** The connection is gone. On the loop. */
    void close() {
        gone = true;
        changed();
    }

    /**
     * Parks until a write would not wait.
     *
     * @return false when the time is over
     * @throws IOException when the connection is gone or the thread is interrupted
     */
    boolean await(long timeoutNanos) throws IOException {
        if (hasRoom()) {
            return true;
        }
        long start = ticker.nanoTime();
        waiter = Thread.currentThread();
        try {
            while (!hasRoom()) {
                check();
                long left = timeoutNanos - (ticker.nanoTime() - start);
                if (left <= 0) {
                    return false;
                }
                LockSupport.parkNanos(this, left);
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("interrupted while waiting for the client to read the response");
                }
            }
            return true;
        } finally {
            waiter = null;
        }
    }

    /** Tells, once, when {@link #writable} is true; at once where it is so already. */
    void onWritable(Runnable toTell) {
        listener.set(toTell);
        if (writable() && listener.compareAndSet(toTell, null)) {
            toTell.run();
        }
    }
}
