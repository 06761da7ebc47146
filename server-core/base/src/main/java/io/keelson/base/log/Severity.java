package io.keelson.base.log;

import org.jboss.logmanager.Level;

/** Weight of a log record, least first. */
public enum Severity {
    /** Every step, for whoever develops the server. */
    TRACE(Level.TRACE),
    /** Decisions, for whoever looks for the cause of a fault. */
    DEBUG(Level.DEBUG),
    /** Events that an operator likes to know. */
    INFO(Level.INFO),
    /** Conditions that an operator should look at. */
    WARN(Level.WARN),
    /** Failures. */
    ERROR(Level.ERROR),
    /** Failures that end the server. */
    FATAL(Level.FATAL),
    /** Nothing at all; a threshold only. */
    OFF(java.util.logging.Level.OFF);

    private final java.util.logging.Level level;

    Severity(java.util.logging.Level level) {
        this.level = level;
    }

    /** The threshold of the log manager. */
    java.util.logging.Level level() {
        return level;
    }

    /** The severity of a record of whatever logging interface; levels between two of ours count as the lesser. */
    static Severity of(java.util.logging.Level level) {
        int weight = level.intValue();
        for (Severity s : new Severity[] {FATAL, ERROR, WARN, INFO, DEBUG}) {
            if (weight >= s.level.intValue()) {
                return s;
            }
        }
        return TRACE;
    }
}
