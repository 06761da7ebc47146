package io.keelson.admin.telemetry;

import java.time.Duration;
import java.util.Optional;

/**
 * What the export of figures does, for management.
 *
 * @param name the signal: {@code metrics}
 * @param endpoint where the collector listens
 * @param state how it goes
 * @param exported how often it took figures since the settings changed, or the server's start
 * @param failed how often it did not
 * @param figures how many the last export had
 * @param lastExport how long it took
 * @param problem why the collector did not take the last; empty: it did
 */
public record TelemetryRuntime(
        String name,
        String endpoint,
        State state,
        long exported,
        long failed,
        int figures,
        Duration lastExport,
        Optional<String> problem) {
    /** How the export goes. */
    public enum State {
        /** Nothing was sent yet. */
        STARTING,
        /** The collector takes what is sent. */
        RUNNING,
        /** It does not. */
        AWAY
    }
}
