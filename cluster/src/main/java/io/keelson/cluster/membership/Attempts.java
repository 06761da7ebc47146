package io.keelson.cluster.membership;

import java.time.Duration;

/**
 * The failed attempts of a server to join its cluster: when to try again, and what to report. For one thread.
 *
 * <p>A server that is started again at once often comes before the others know that its earlier run has gone. That passes
 * by itself: it tries again soon and says nothing. Where it lasts (a second copy of the server), it is a refusal as any other.
 */
final class Attempts {
    static final Duration AGAIN = Duration.ofSeconds(3);
    static final Duration SOON = Duration.ofMillis(500);
    /** Number of times in a row that it tries again soon: for a while longer than the failure time-out of its own is by default. */
    static final int SOON_TIMES = 10;

    private int soon;
    private String why = "";
    private String reported = "";

    /**
     * Notes a failure.
     *
     * @param passing whether the reason is expected to be gone soon
     */
    void failed(boolean passing, String reason) {
        soon = passing ? Math.min(soon + 1, SOON_TIMES + 1) : 0;
        why = reason;
    }

    /** Returns how long to wait now. */
    Duration pause() {
        return soon > 0 && soon <= SOON_TIMES ? SOON : AGAIN;
    }

    /** Returns whether the last failure is to be reported: when it lasts, and once while the reason stays the same. */
    boolean report() {
        if (pause().equals(SOON) || why.equals(reported)) {
            return false;
        }
        reported = why;
        return true;
    }

    /** The reason of the last failure. */
    String why() {
        return why;
    }
}
