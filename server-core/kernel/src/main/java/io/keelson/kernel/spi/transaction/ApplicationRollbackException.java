package io.keelson.kernel.spi.transaction;

/**
 * Cause of a {@code RollbackException} where the application itself marked the transaction for rollback: no time-out, no operator and no
 * resource decided it. Has no stack trace. Thread-safe.
 *
 * <p>Specification: Transactions 2.0, 3.2.6.
 */
public final class ApplicationRollbackException extends Exception {
    private static final long serialVersionUID = 1;

    /** Makes a cause. */
    public ApplicationRollbackException() {
        super("setRollbackOnly was called", null, false, false);
    }
}
