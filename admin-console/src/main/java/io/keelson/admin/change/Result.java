package io.keelson.admin.change;

import java.util.List;

/** Outcome of a decided revision on one server. */
public sealed interface Result {
    /** Runs there. */
    record Applied() implements Result {}

    /**
     * Runs there, but for settings that are read at the start only.
     *
     * @param paths these settings
     */
    record RestartNeeded(List<String> paths) implements Result {
        public RestartNeeded {
            paths = List.copyOf(paths);
        }
    }

    /** The server has it and will start with it, but could not apply it as it runs. */
    record NotApplied(String why) implements Result {}

    /** The server could not even keep it, as when its disk is full; it is told again. */
    record NotKept(String why) implements Result {}

    /** Returns whether the server has it, so that it need not be told again. */
    default boolean kept() {
        return !(this instanceof NotKept);
    }
}
