package io.keelson.jms.ra;

import jakarta.jms.JMSException;
import jakarta.jms.Topic;

/** A topic by its name. */
public final class NamedTopic extends NamedDestination implements Topic {
    private static final long serialVersionUID = 1L;

    @Override
    public String getTopicName() throws JMSException {
        return required("topic");
    }
}
