package io.keelson.servlet.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Status of a session store.
 *
 * @param type what it is
 * @param state whether it can be reached
 * @param behind how many sessions have an acknowledged state that is in this server's memory only: what a crash now would lose
 * @param behindFor how long the oldest of these has been waiting
 * @param reason why it cannot be reached; null where it can
 */
public record StoreStatus(
        StoreType type,
        State state,
        long behind,
        Duration behindFor,
        @Nullable String reason) {
    /** Reachability of a store. */
    public enum State {
        AVAILABLE,
        /** Is tried again all the time; requests go on from memory. */
        AWAY
    }

    /** A store that is never behind. */
    public static StoreStatus available(StoreType type) {
        return new StoreStatus(type, State.AVAILABLE, 0, Duration.ZERO, null);
    }
}
