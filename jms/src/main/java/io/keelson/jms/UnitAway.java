package io.keelson.jms;

/** Treatment of a message whose unit of order belongs to a JMS server that is away. */
public enum UnitAway {
    /** It waits for the JMS server, as long as send-timeout says. */
    HOLD,
    /** It is refused. */
    FAIL
}
