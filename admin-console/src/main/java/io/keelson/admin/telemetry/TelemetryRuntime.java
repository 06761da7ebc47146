package io.keelson.admin.telemetry;

import java.time.Duration;
import java.util.Optional;

/**
 * What the export of figures, or of spans, does, for management.
 *
 * @param name the signal: {@code metrics} or {@code traces}
 * @param endpoint where the collector listens
 * @param state how it goes
 * @param exported how often it took some since the settings changed, or the server's start
 * @param failed how often it did not
 * @param figures how many figures, or spans, it took last
 * @param waiting how many spans wait to be sent
 * @param dropped how many spans did not get there since the server's start: there was no place for them to wait, or the collector did not take them
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
        int waiting,
        long dropped,
        Duration lastExport,
        Optional<String> problem) {
    /** The same with what changes beside the exports. */
    TelemetryRuntime with(int nowWaiting, long nowDropped) {
        return new TelemetryRuntime(
                name, endpoint, state, exported, failed, figures, nowWaiting, nowDropped, lastExport, problem);
    }

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
