package io.keelson.kernel.spi.lease;

/** Reason for the end of a lease. */
public enum LeaseLoss {
    /** Its holder released it. */
    RELEASED,
    /** Could not be renewed in time: no majority or no database was reachable, or this server was paused. */
    EXPIRED,
    /** The log or the table says that it is no longer held: it was expired, or its holder was taken for dead. */
    REVOKED,
    /** Wall and monotonic time jumped apart: the machine was suspended, or its clock was set. */
    CLOCK_JUMP,
    /** This server stops. */
    STOPPED
}
