package io.keelson.jms;

/** Who goes first where sends wait for room. */
public enum BlockingSendPolicy {
    /** Who came first. */
    FIFO,
    /** Whoever fits. */
    PREEMPTIVE
}
