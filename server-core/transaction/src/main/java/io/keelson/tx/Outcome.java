package io.keelson.tx;

import org.jspecify.annotations.Nullable;

/** The end of a transaction. */
sealed interface Outcome {
    /** Everything is committed, or will be: the decision is kept and recovery follows it. */
    record Committed() implements Outcome {}

    /**
     * Nothing is committed.
     *
     * @param cause null where the rollback was asked for
     */
    record RolledBack(@Nullable Throwable cause) implements Outcome {}

    /** Resources have rolled back by themselves what was to be committed, all of them. */
    record HeuristicRollback(String reason) implements Outcome {}

    /** Part is committed and part not, or nobody knows. */
    record Mixed(String reason, @Nullable Throwable cause) implements Outcome {}

    /** Nobody knows the decision; recovery finds it where it is kept. */
    record InDoubt(String reason, Throwable cause) implements Outcome {}
}
