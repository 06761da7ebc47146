package io.keelson.resource;

/** Protocol by which the connections of a data source take part in transactions ({@code global-transactions-protocol}). */
public enum Protocol {
    /** By XA: prepared, then committed. Needs an XA driver. */
    TWO_PHASE_COMMIT,
    /** Commits last, with the decision in a table of its database. At most one such data source in a transaction. */
    LOGGING_LAST_RESOURCE,
    /** Is the only resource of its transaction. */
    ONE_PHASE_COMMIT,
    /** Claims to be prepared. A failure of its commit leaves the transaction half done. */
    EMULATE_TWO_PHASE_COMMIT,
    /** Takes part in no transaction. */
    NONE
}
