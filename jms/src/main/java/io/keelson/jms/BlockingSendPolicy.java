package io.keelson.jms;

/** Order in which sends that wait for room are let in. */
public enum BlockingSendPolicy {
    /** Order of arrival. */
    FIFO,
    /** Order by room: any send whose message fits goes. */
    PREEMPTIVE
}
