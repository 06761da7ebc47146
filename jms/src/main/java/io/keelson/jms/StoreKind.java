package io.keelson.jms;

/** The kinds of place for persistent messages. */
public enum StoreKind {
    /** In files of one directory. */
    FILE,
    /** In files of the owner, with a copy in files of another server of the cluster. */
    REPLICATED,
    /** In tables of a database. */
    JDBC
}
