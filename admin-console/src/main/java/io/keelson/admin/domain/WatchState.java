package io.keelson.admin.domain;

import java.util.Locale;
import java.util.Optional;

/** States in which the node manager holds a server that it watches; by WebLogic's names where it has some. */
public enum WatchState {
    /** Does not run, and is not to. */
    SHUTDOWN,
    /** Was started and is to run; what it does it says itself. */
    STARTED,
    /** Has failed, and is started again when the delay is over. */
    FAILED_RESTARTING,
    /** Has failed, and is not started again unless somebody orders it. */
    FAILED_NOT_RESTARTABLE;

    /** The state of that name; empty where there is none. */
    static Optional<WatchState> named(String name) {
        for (WatchState state : values()) {
            if (state.name().equals(name.toUpperCase(Locale.ROOT))) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
