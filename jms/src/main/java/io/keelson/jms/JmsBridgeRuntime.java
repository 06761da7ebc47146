package io.keelson.jms;

import io.keelson.base.measure.Described;
import io.keelson.jms.bridge.BridgeState;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The state of a bridge on this server, for management. */
public record JmsBridgeRuntime(
        @Described("The bridge.") String name,
        @Described("From where messages come.") String source,
        @Described("Where they go.") String target,

        @Described("exactly-once, duplicates-okay or at-most-once.")
        String qualityOfService,

        @Described("stopped; standby, another server runs it or may; connecting; running; retrying, it has "
                + "failed and waits for the next attempt.")
        String state,

        @Described("True while it fails, for watches.") boolean failing,

        @Described(value = "Messages since the start of the server.", grows = true)
        long forwarded,

        @Described(value = "Messages since then that were over before they could be sent.", grows = true)
        long expired,

        @Described(value = "Failures since then.", grows = true)
        long failures,

        @Described("Why it failed last; empty: it has not.") String lastFailure,

        @Described("Since when the state is so, in ISO 8601.")
        String since,

        @Described("What can be done with it.") List<String> actions) {
    public JmsBridgeRuntime {
        actions = List.copyOf(actions);
    }

    static JmsBridgeRuntime of(String name, JmsBridgeSettings settings, BridgeState state) {
        String last = state.lastFailure();
        return new JmsBridgeRuntime(
                name,
                settings.source().shown(),
                settings.target().shown(),
                kebab(settings.qualityOfService()),
                kebab(state.phase()),
                state.phase() == BridgeState.Phase.RETRYING,
                state.forwarded(),
                state.expired(),
                state.failures(),
                last == null ? "" : last,
                Instant.ofEpochMilli(state.since()).toString(),
                List.of(state.phase() == BridgeState.Phase.STOPPED ? "start" : "stop"));
    }

    private static String kebab(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
