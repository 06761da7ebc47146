package io.keelson.jms;

/** Where persistent messages are kept. */
public enum StoreKind {
    /** In files of one directory. */
    FILE,
    /** In files of the owner, with a copy in files of another server of the cluster. */
    REPLICATED,
    /** In tables of a database. */
    JDBC
}
