package io.keelson.kernel.spi.transaction;

import jakarta.transaction.RollbackException;
import java.util.Optional;

/**
 * A resource without a prepare of its own, such as a connection of a driver that is not XA. It takes part for the length of one
 * transaction.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>Exactly one of {@link #commit} and {@link #rollback} is called, on any thread, one call at a time.
 *   <li>{@link #cancel} may come at any time before that, and again while it returns false.
 *   <li>{@link #commit} MUST throw RollbackException only where it is certain that nothing of it was done.
 * </ol>
 */
public interface LocalResource extends Cancellable {
    /** Role of the resource beside others in one transaction. */
    enum Role {
        /** Is the only resource of its transaction: {@code one-phase-commit}. */
        ALONE,
        /** Commits last and carries the decision in its own store: {@code logging-last-resource}. At most one a transaction. */
        LAST,
        /** Claims to be prepared, and commits after the decision: {@code emulate-two-phase-commit}. May end heuristically. */
        EMULATED
    }

    /** Returns the name of the resource, as its data source is called. */
    String name();

    /** Returns how it behaves beside others. */
    Role role();

    /**
     * Commits.
     *
     * @param decision what a {@link Role#LAST} one writes into its store in the same local transaction, to be found there after a
     *     crash; empty where no other resource depends on it
     * @throws RollbackException when the resource has rolled back
     * @throws Exception when nobody knows what it did
     */
    void commit(Optional<CommitDecision> decision) throws RollbackException, Exception;

    /** Tells a {@link Role#LAST} one that every resource has followed its decision, which may be removed. */
    default void over(TransactionId decided) {}

    /** Rolls back. */
    void rollback() throws Exception;
}
