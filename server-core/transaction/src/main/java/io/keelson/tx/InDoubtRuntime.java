package io.keelson.tx;

import io.keelson.base.measure.Described;

/** A branch that waits for its decision, or for its resource. */
public record InDoubtRuntime(
        @Described("Id of the transaction.") String name,
        @Described("Resource that holds the branch.") String resource,

        @Described("What is known of the decision: commit, rollback or unknown.")
        String decision,

        @Described("Why it is not resolved.") String reason) {
    static InDoubtRuntime of(Recovery.InDoubt branch) {
        return new InDoubtRuntime(
                branch.transaction().toString(), branch.resource(), branch.decision(), branch.reason());
    }
}
