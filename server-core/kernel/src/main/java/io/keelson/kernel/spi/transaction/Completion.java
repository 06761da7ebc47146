package io.keelson.kernel.spi.transaction;

/** The end that is asked for. */
public enum Completion {
    /** Makes what was done durable, unless the transaction is marked for rollback. */
    COMMIT,
    /** Undoes what was done. */
    ROLLBACK
}
