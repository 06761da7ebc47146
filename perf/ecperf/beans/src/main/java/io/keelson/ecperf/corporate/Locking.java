package io.keelson.ecperf.corporate;

/** The grain of locks, as databases differ in it. */
public enum Locking {
    /** A transaction locks each table that it writes as a whole, when it first does: a stand-in for locks of pages. */
    TABLE,
    /** A transaction locks the rows that it changes when it reads them. */
    ROW,
    /** A transaction locks nothing when it reads; its commit fails where another has changed the same row meanwhile. */
    OPTIMISTIC
}
