package io.keelson.jms.ra;

import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** A queue by its name. */
public final class NamedQueue extends NamedDestination implements Queue {
    private static final long serialVersionUID = 1L;

    @Override
    public String getQueueName() throws JMSException {
        return required("queue");
    }
}
