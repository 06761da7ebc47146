package io.keelson.admin.watch;

import io.keelson.admin.rest.Answer;
import jakarta.json.JsonObject;

/**
 * Notice that a watch has triggered, or that its alarm is over. Immutable.
 *
 * @param watch the watch
 * @param server the server that it looked at
 * @param domain the domain
 * @param over whether the alarm is over
 * @param severity how much it matters
 * @param when by the server's wall clock, as ISO 8601
 * @param condition what it looks for
 * @param value what it saw
 */
record Alarm(
        String watch,
        String server,
        String domain,
        boolean over,
        WatchSettings.WatchSeverity severity,
        String when,
        String condition,
        String value) {
    /** In a sentence. */
    String message() {
        return over
                ? "The alarm of the watch " + watch + " on " + server + " is over"
                : "The watch " + watch + " on " + server + " has triggered (" + condition + "): " + value;
    }

    JsonObject json() {
        return Answer.JSON
                .createObjectBuilder()
                .add("watch", watch)
                .add("server", server)
                .add("domain", domain)
                .add("state", over ? "OVER" : "ALARM")
                .add("severity", severity.name())
                .add("when", when)
                .add("condition", condition)
                .add("value", value)
                .add("message", message())
                .build();
    }
}
