package io.keelson.remoting.internal.call;

import io.keelson.remoting.internal.wire.LoginRefusedException;
import java.io.IOException;
import java.time.Duration;

/**
 * An attempt to connect that failed, and what follows from it. Immutable.
 *
 * @param refusals how many logins were refused one after the other; 0 where this was something else
 * @param endNanos until when the address is asked last; until then nobody logs in there where it refused
 */
record Trouble(IOException why, int refusals, long endNanos) {
    /** So long nobody logs in again where a login was refused. */
    static final Duration REFUSED = Duration.ofSeconds(5);

    /**
     * A user's wait is four times as long after each refusal in a row, up to this. A realm locks a user out after some
     * failures within some minutes; a program that goes on calling with an old password shall not be the reason.
     */
    static final Duration REFUSED_MOST = Duration.ofMinutes(5);

    /** An address that could not be reached is asked last for so many times as long as the attempt took. */
    static final int UNREACHED = 10;

    static final Duration UNREACHED_LEAST = Duration.ofSeconds(1);
    static final Duration UNREACHED_MOST = Duration.ofSeconds(30);

    private static final int GROWTH = 4;

    /** After an attempt; {@code user} says whether it was to log in as a user, who can be locked out. */
    static Trouble of(IOException why, long beginNanos, long nowNanos, int refusalsBefore, boolean user) {
        if (why instanceof LoginRefusedException) {
            long wait = REFUSED.toNanos();
            for (int i = 0; user && i < refusalsBefore && wait < REFUSED_MOST.toNanos(); i++) {
                wait *= GROWTH;
            }
            return new Trouble(why, refusalsBefore + 1, nowNanos + Math.min(wait, REFUSED_MOST.toNanos()));
        }
        long wait = Math.max(UNREACHED_LEAST.toNanos(), (nowNanos - beginNanos) * UNREACHED);
        return new Trouble(why, 0, nowNanos + Math.min(wait, UNREACHED_MOST.toNanos()));
    }

    boolean refused() {
        return refusals > 0;
    }

    boolean lasts(long nowNanos) {
        return nowNanos - endNanos < 0;
    }
}
