package io.keelson.admin.telemetry;

import io.keelson.base.measure.Described;
import java.time.Duration;
import java.util.Optional;

/** State of the export of figures, or of spans, for management. */
public record TelemetryRuntime(
        @Described("The signal: metrics or traces.") String name,
        @Described("Where the collector listens.") String endpoint,
        @Described("How the export goes.") State state,

        @Described(
                value = "How often the collector took some since the settings changed, or the server's start.",
                grows = true)
        long exported,

        @Described(value = "How often the collector did not take them.", grows = true)
        long failed,

        @Described("How many figures, or spans, the collector took last.")
        int figures,

        @Described("How many spans wait to be sent.") int waiting,

        @Described(
                value = "How many spans did not get there since the server's start: there was no place for them "
                        + "to wait, or the collector did not take them.",
                grows = true)
        long dropped,

        @Described("How long the last export took.") Duration lastExport,

        @Described("Why the collector did not take the last; empty: it did.")
        Optional<String> problem) {
    /** The same with what changes beside the exports. */
    TelemetryRuntime with(int nowWaiting, long nowDropped) {
        return new TelemetryRuntime(
                name, endpoint, state, exported, failed, figures, nowWaiting, nowDropped, lastExport, problem);
    }

    /** States of the export. */
    public enum State {
        /** Nothing was sent yet. */
        STARTING,
        /** The collector takes what is sent. */
        RUNNING,
        /** Does not. */
        AWAY
    }
}
