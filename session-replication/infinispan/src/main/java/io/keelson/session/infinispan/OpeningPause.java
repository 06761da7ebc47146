package io.keelson.session.infinispan;

import io.keelson.base.time.Deadline;
import io.keelson.base.time.Ticker;
import io.keelson.session.grid.GridFounder.Bond;
import io.keelson.session.grid.GridFounder.Peer;
import io.keelson.session.grid.GridFounder.Standing;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The pause between two attempts to open a grid. It ends early when another server has come, gone, or opened its own. Thread-safe. */
public final class OpeningPause {
    private static final Duration TICK = Duration.ofMillis(200);

    private final @Nullable Bond bond;
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * Makes it.
     *
     * @param bond the way to the others; null where there are none
     */
    public OpeningPause(@Nullable Bond bond) {
        this.bond = bond;
    }

    /**
     * Waits.
     *
     * @return true if others have come, gone or opened meanwhile
     */
    public boolean await(Duration longest) {
        Set<Object> before = others();
        Deadline deadline = Deadline.in(Ticker.system(), longest);
        while (!deadline.passed()) {
            Duration left = deadline.remaining();
            Duration part = left.compareTo(TICK) < 0 ? left : TICK;
            try {
                if (ended.await(Math.max(1, part.toMillis()), TimeUnit.MILLISECONDS)) {
                    return false;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            if (!others().equals(before)) {
                return true;
            }
        }
        return false;
    }

    /** Ends this pause and all after it. */
    public void end() {
        ended.countDown();
    }

    /** The servers that are there, and those of them that are ready; what lies between changes with each of their own attempts. */
    private Set<Object> others() {
        Set<Object> all = new HashSet<>();
        if (bond != null) {
            for (Peer each : bond.peers()) {
                all.add(each.member());
                if (each.standing() == Standing.READY) {
                    all.add(each);
                }
            }
        }
        return all;
    }
}
