package io.keelson.admin.watch;

import io.keelson.base.measure.Described;
import java.util.Optional;

/** State of a watch of this server and what it has seen, for management. */
public record WatchRuntime(
        @Described("The name of the watch.") String name,
        @Described("What the watch does.") State state,
        @Described("How much the watch matters.") WatchSettings.WatchSeverity severity,
        @Described("What it looks for.") String condition,

        @Described("When it came to that state, as ISO 8601.")
        String since,

        @Described("What it saw at the last look; empty: nothing yet.")
        Optional<String> value,

        @Described(
                value = "How often it has triggered since the server's start, or since it was changed.",
                grows = true)
        long triggered,

        @Described("When it did so last, as ISO 8601; empty: never.")
        Optional<String> lastTriggered,

        @Described("What it said then; empty: never.") Optional<String> lastMessage,

        @Described("Why it cannot look here; empty: it can.")
        Optional<String> problem) {
    /** States of a watch. */
    public enum State {
        /** Its condition does not hold. */
        QUIET,
        /** Its condition holds, not yet for long enough. */
        PENDING,
        /** Has triggered. */
        ALARM,
        /** Cannot look at its condition on this server. */
        UNKNOWN
    }
}
