package io.keelson.jms;

/** The behaviour of the owner of a replicated store while no other server has a copy. */
public enum ReplicaMissing {
    /** Goes on: what is acknowledged meanwhile is on one disk only. */
    ALONE,
    /** Persistent messages are acknowledged when there is a copy again. */
    WAIT
}
