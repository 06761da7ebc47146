package io.keelson.jms;

import io.keelson.jms.broker.JmsServer;
import io.keelson.jms.wire.JmsFailure;

/** JMS of a server, as management and other rooms find it. Thread-safe. */
public interface JmsService {
    /**
     * Returns the JMS server, opened if it was not.
     *
     * @throws JmsFailure when its store cannot be opened
     */
    JmsServer server() throws JmsFailure;
}
