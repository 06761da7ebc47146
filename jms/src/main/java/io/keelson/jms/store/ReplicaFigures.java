package io.keelson.jms.store;

import java.util.List;

/**
 * Servers that have the log of a replicated store, beside its owner.
 *
 * @param copies servers that have the whole of it and acknowledge each write
 * @param begun servers that are getting a copy
 * @param alone true if the owner acknowledges writes that no other server has
 */
public record ReplicaFigures(List<String> copies, List<String> begun, boolean alone) {
    /** Those of a store without copies. */
    public static final ReplicaFigures NONE = new ReplicaFigures(List.of(), List.of(), false);

    public ReplicaFigures {
        copies = List.copyOf(copies);
        begun = List.copyOf(begun);
    }
}
