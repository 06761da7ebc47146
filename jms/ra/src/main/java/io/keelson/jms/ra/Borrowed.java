package io.keelson.jms.ra;

import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/**
 * A connection as a container hands it to a connection factory. An interface of its own, as some containers hand out a proxy: what is made
 * of it keeps that alive. One of the methods that open is called, once.
 */
public interface Borrowed {
    /** Kind of connection that an application has asked for. */
    enum Kind {
        /** By {@code createConnection}. */
        ANY,
        /** By {@code createQueueConnection}. */
        QUEUE,
        /** By {@code createTopicConnection}. */
        TOPIC
    }

    /**
     * Opens it as a connection.
     *
     * @param self as the container gave it
     */
    Connection open(Kind kind, Object self) throws JMSException;

    /** Opens it as a context of a session mode. */
    JMSContext openContext(int mode, Object self) throws JMSException;

    /** Gives it back to the pool. */
    void giveBack();

    /** Moves it to another connection of the pool. */
    void moveTo(Object physical);
}
