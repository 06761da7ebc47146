package io.keelson.kernel.lifecycle;

/** Outcome of a server's life. */
public enum ServerOutcome {
    /** Everything was released. */
    STOPPED,
    /** Could not start; what had started was stopped again. */
    START_FAILED,
    /** A subsystem failed to stop or did not stop in time, and was left behind. */
    STOP_FAILED,
    /** Gave up while it ran, as its configuration says: too many of its threads were stuck. */
    FAILED
}
