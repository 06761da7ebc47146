package io.keelson.session.grid;

import io.keelson.base.time.Ticker;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Doubt about this server's state of the grid: it may be old without the server's knowing, after a pause or when parts
 * of the cluster have come together. The others may have gone on without it then. The doubt ends when all of them,
 * asked afterwards, see this server and have the grid as it has it. Not thread-safe: its owner's lock guards it.
 */
final class GridDoubt {
    private final Ticker ticker;
    private final long pauseNanos;
    private final Set<ClusterMember> silent = new HashSet<>();
    private long beatNanos;
    private long question;
    private long doubts;
    private boolean doubt;

    GridDoubt(Ticker ticker, Duration longestPause) {
        this.ticker = ticker;
        pauseNanos = longestPause.toNanos();
        beatNanos = ticker.nanoTime();
    }

    /** To be called all the time: who is late with it was paused. */
    void beat() {
        long now = ticker.nanoTime();
        if (now - beatNanos > pauseNanos) {
            begin();
        }
        beatNanos = now;
    }

    void begin() {
        doubt = true;
        doubts++;
        // What was asked before that does not answer it.
        question++;
    }

    boolean lasts() {
        return doubt;
    }

    /** Counts the doubts; negative while there is one, or it is not known yet whether there is. */
    long count() {
        return doubt || ticker.nanoTime() - beatNanos > pauseNanos ? -1 : doubts;
    }

    /** Asks anew; returns the number of the question. Where nobody is there to be asked there is nothing to doubt. */
    long ask(Collection<ClusterMember> others) {
        silent.clear();
        silent.addAll(others);
        doubt = !others.isEmpty();
        return ++question;
    }

    /** Somebody has answered. */
    void answered(ClusterMember by, long number, boolean same) {
        if (doubt && number == question && same && silent.remove(by) && silent.isEmpty()) {
            doubt = false;
        }
    }
}
