package io.keelson.ejb.timer;

/** The place of persistent timers. */
public enum TimerPlace {
    /** The cluster's log where there is one, else files. */
    AUTOMATIC,
    /** Files of each server. */
    FILE,
    /** The log that the voters of a cluster keep. */
    CLUSTER,
    /** A database. */
    JDBC
}
