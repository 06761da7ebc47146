package io.keelson.tx;

/** Kinds of place for the transaction log of a server. */
public enum LogKind {
    /** A file below the server's own directory. */
    FILE,
    /** Rows in tables of a database. */
    JDBC
}
