package io.keelson.jms;

import java.util.List;

/**
 * Messages of a queue, as management shows them.
 *
 * @param queue that they are in
 * @param ready how many messages consumers can have there
 * @param messages those that were asked for, in the order in which consumers get them
 */
public record JmsMessageList(String queue, int ready, List<Row> messages) {
    public JmsMessageList {
        messages = List.copyOf(messages);
    }

    /**
     * A message.
     *
     * @param id {@code JMSMessageID}
     * @param sent when, in ISO 8601
     * @param priority 0 to 9
     * @param persistent true if it survives the server
     * @param expires when, in ISO 8601; empty: never
     * @param type {@code JMSType}; empty: none
     * @param correlation {@code JMSCorrelationID}; empty: none
     * @param properties each as NAME=VALUE
     * @param kind of the body: none, text, bytes, map, stream or object
     * @param size of the message in memory, in bytes
     * @param body text as it is, anything else in Base64; cut where the answer says only the beginning
     */
    public record Row(
            String id,
            String sent,
            int priority,
            boolean persistent,
            String expires,
            String type,
            String correlation,
            List<String> properties,
            String kind,
            int size,
            String body) {}
}
