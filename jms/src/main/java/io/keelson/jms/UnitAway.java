package io.keelson.jms;

/** Treatment of a message whose unit of order belongs to a JMS server that is away. */
public enum UnitAway {
    /** Waits for the JMS server, as long as send-timeout says. */
    HOLD,
    /** Is refused. */
    FAIL
}
