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

    /** Arguments of a call could not be read. */
    void arguments(String method, String peer, Throwable why) {
        if (!(why instanceof InvalidClassException)) {
            CallLog.LOG.debugf(why, "arguments of %s from %s", method, peer);
            return;
        }
        long now = ticker.nanoTime();
        long due = next.get();
        if (now - due >= 0 && next.compareAndSet(due, now + PAUSE)) {
            CallLog.LOG.argumentsRefused(method, peer, untold.getAndSet(0), String.valueOf(why.getMessage()));
        } else {
            untold.incrementAndGet();
        }
    }
}
