package io.keelson.jms.broker;

import io.keelson.jms.engine.QueuedMessage;

/**
 * A delivery that is not acknowledged.
 *
 * @param session the client's number of the session that has it; 0: none
 */
record InFlight(Node node, QueuedMessage message, long session) {
    InFlight(Node node, QueuedMessage message) {
        this(node, message, 0);
    }
}
