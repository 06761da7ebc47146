package io.keelson.session.link;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Cost of a connection, and the decision if compression pays on it. An acknowledgement takes longer when much is under
 * way than when hardly anything is. The difference divided by the bytes under way is the cost of a byte. Compression
 * pays if its saving of that is twice its own time, on both sides. Time and saving are measured too, when it is done;
 * where the connection is slow enough that it could pay, now and then to see.
 *
 * <p>{@link #outstanding} and {@link #acknowledged} are for the connection's thread, the rest for any; {@code lock} guards what has been
 * measured.
 */
final class LinkEconomy {
    /** On a connection that is faster, in nanoseconds a byte, it is not even tried: that is 125 MB a second. */
    private static final double WORTH_A_TRY = 8;
    /** Of so many updates that could pay one is tried; where it does not, of twice as many, up to the most. */
    private static final int TRIAL = 256;

    private static final int MOST_TRIAL = 4_096;

    private static final double MARGIN = 2;
    /** Cost of compressing a byte here, and half of it for expanding there. */
    private static final double BOTH_SIDES = 1.5;
    /** Weight of a new figure in the average. */
    private static final double WEIGHT = 1.0 / 8;

    private static final int SMALL = 2 << 10;
    private static final int LARGE = 8 << 10;

    private final CompressionRules rules;
    private final ReentrantLock lock = new ReentrantLock();
    private final AtomicInteger turn = new AtomicInteger();
    private volatile int trial = TRIAL;
    private final LongAdder compressed = new LongAdder();
    private final LongAdder bytesBefore = new LongAdder();
    private final LongAdder bytesAfter = new LongAdder();
    /** Nanoseconds that an acknowledgement takes when hardly anything is under way. */
    private double quick;
    /** Nanoseconds a byte on the connection; 0: not known. */
    private volatile double perByte;
    /** Nanoseconds a byte that compression takes, and what part of a byte it saves: guesses, until there is a figure. */
    private volatile double spent = 12;

    private volatile double saved = 0.5;

    LinkEconomy(CompressionRules rules) {
        this.rules = rules;
    }

    /** Returns whether a message of so many bytes is to be compressed. */
    boolean pays(int bytes) {
        if (bytes < rules.threshold() || rules.when() == CompressionRules.When.NEVER) {
            return false;
        }
        if (rules.when() == CompressionRules.When.ALWAYS) {
            return true;
        }
        return perByte >= WORTH_A_TRY && (pays() || turn.incrementAndGet() % trial == 0);
    }

    private boolean pays() {
        return perByte * saved >= MARGIN * BOTH_SIDES * spent;
    }

    /** A message was compressed, or could not be: then {@code after} is as long as before. */
    void compressed(int before, int after, long nanos) {
        if (after < before) {
            compressed.increment();
            bytesBefore.add(before);
            bytesAfter.add(after);
        }
        lock.lock();
        try {
            spent += WEIGHT * ((double) nanos / before - spent);
            double saves = 1 - (double) after / before;
            saved += WEIGHT * (saves - saved);
            // Told by the last one, so that it is soon noticed when it would pay again.
            boolean paid = perByte * saves * before >= MARGIN * BOTH_SIDES * nanos;
            trial = paid ? TRIAL : Math.min(MOST_TRIAL, 2 * trial);
        } finally {
            lock.unlock();
        }
    }

    /** A message was acknowledged that had so many bytes under way before and with it, after so long. */
    void acknowledged(long outstanding, long nanos) {
        lock.lock();
        try {
            if (outstanding <= SMALL) {
                quick = quick == 0 ? nanos : quick + WEIGHT * (nanos - quick);
            } else if (outstanding >= LARGE) {
                double now = Math.max(0, nanos - quick) / outstanding;
                perByte = perByte == 0 ? now : perByte + WEIGHT * (now - perByte);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns how it is, for management. */
    LinkRuntime state(String server, long dropped) {
        return new LinkRuntime(
                server,
                perByte == 0 ? 0 : Math.round(1e9 / perByte),
                compressed.sum(),
                bytesBefore.sum(),
                bytesAfter.sum(),
                dropped);
    }
}
