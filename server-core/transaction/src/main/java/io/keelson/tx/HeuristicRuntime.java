package io.keelson.tx;

import io.keelson.base.measure.Described;

/** A heuristic outcome that nobody has forgotten yet. */
public record HeuristicRuntime(
        @Described("Id of the transaction.") String name,

        @Described("Resource that decided by itself, or whose outcome is unknown.")
        String resource,

        @Described("What the resource said.") String reason,
        @Described("When, in ISO 8601.") String at) {
    static HeuristicRuntime of(Heuristics.Heuristic outcome) {
        return new HeuristicRuntime(
                outcome.transaction().toString(),
                outcome.resource(),
                outcome.reason(),
                outcome.at().toString());
    }
}
