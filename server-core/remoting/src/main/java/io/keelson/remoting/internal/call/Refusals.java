package io.keelson.remoting.internal.call;

import io.keelson.base.time.Ticker;
import java.io.InvalidClassException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Tells of what was not read, at most once a second: whoever sends it decides how often. Thread-safe. */
final class Refusals {
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private final Ticker ticker;
    private final AtomicLong next;
    private final AtomicLong untold = new AtomicLong();

    Refusals(Ticker ticker) {
        this.ticker = ticker;
        this.next = new AtomicLong(ticker.nanoTime());
    }

    /** Somebody who is no server of the domain has named a caller. */
    void caller(String peer) {
        long others = due();
        if (others >= 0) {
            CallLog.LOG.callerRefused(peer, others);
        }
    }

    /** Arguments of a call could not be read. */
    void arguments(String method, String peer, Throwable why) {
        if (!(why instanceof InvalidClassException)) {
            CallLog.LOG.debugf(why, "arguments of %s from %s", method, peer);
            return;
        }
        long others = due();
        if (others >= 0) {
            CallLog.LOG.argumentsRefused(method, peer, others, String.valueOf(why.getMessage()));
        }
    }

    /** Returns how many have not been told of since the last one; -1 where this is one of them. */
    private long due() {
        long now = ticker.nanoTime();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            return untold.getAndSet(0);
        }
        untold.incrementAndGet();
        return -1;
    }
}
