package io.keelson.jms.broker;

import io.keelson.jms.engine.QueuedMessage;

/** A delivery that is not acknowledged. */
record InFlight(Node node, QueuedMessage message) {}
