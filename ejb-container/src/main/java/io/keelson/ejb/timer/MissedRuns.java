package io.keelson.ejb.timer;

/** What becomes of the due times that a persistent timer has missed while the server was away. */
public enum MissedRuns {
    /** One firing for all of them. */
    ONCE,
    /** A firing for each. */
    ALL,
    /** None; a single-action timer fires all the same. */
    SKIP
}
