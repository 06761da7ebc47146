package io.keelson.ecperf.corporate;

/** The ways in which purchase orders are sent. */
public enum Sending {
    /** Within the transaction that makes them, which waits for the supplier. */
    DIRECT,
    /** By an agent that looks for new ones each second. */
    AGENT,
    /** By a message-driven bean; the transaction that makes them sends it a message. */
    QUEUE
}
