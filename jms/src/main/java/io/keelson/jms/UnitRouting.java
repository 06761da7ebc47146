package io.keelson.jms;

/** Placement of the messages of a unit of order of a distributed queue. */
public enum UnitRouting {
    /** On one server of the queue, which is computed from the unit's name: their order holds over all servers. */
    HASH,
    /** On the server of each sender: their order holds among those of one server. */
    LOCAL
}
