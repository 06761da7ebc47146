package io.keelson.admin.watch;

import java.util.Optional;

/**
 * What a watch of this server has seen, for management.
 *
 * @param name its name
 * @param state what it does
 * @param severity how much it matters
 * @param condition what it looks for
 * @param since when it came to that state, as ISO 8601
 * @param value what it saw at the last look; empty: nothing yet
 * @param triggered how often it has triggered since the server's start, or since it was changed
 * @param lastTriggered when it did so last, as ISO 8601; empty: never
 * @param lastMessage what it said then; empty: never
 * @param problem why it cannot look here; empty: it can
 */
public record WatchRuntime(
        String name,
        State state,
        WatchSettings.WatchSeverity severity,
        String condition,
        String since,
        Optional<String> value,
        long triggered,
        Optional<String> lastTriggered,
        Optional<String> lastMessage,
        Optional<String> problem) {
    /** What a watch does. */
    public enum State {
        /** Its condition does not hold. */
        QUIET,
        /** Its condition holds, not yet for long enough. */
        PENDING,
        /** It has triggered. */
        ALARM,
        /** It cannot look at its condition on this server. */
        UNKNOWN
    }
}
