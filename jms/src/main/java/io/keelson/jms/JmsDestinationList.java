package io.keelson.jms;

import java.util.List;

/**
 * The destinations of a server, as management lists them.
 *
 * @param destinations queues, and topics with a row for each subscription
 */
public record JmsDestinationList(List<Row> destinations) {
    public JmsDestinationList {
        destinations = List.copyOf(destinations);
    }

    /**
     * A destination, or a subscription to a topic.
     *
     * @param name as the commands take it
     * @param type queue or topic
     * @param ready messages that consumers can have
     * @param inFlight messages that consumers have and have not acknowledged
     * @param delayed messages that wait for their time
     * @param bytes that the messages have
     * @param paged messages whose bodies are out of memory
     * @param consumers that there are
     * @param blocked sends that wait for room
     * @param received messages since the start
     * @param acknowledged messages since the start
     * @param receivedLastHour messages within the last hour
     * @param acknowledgedLastHour messages within the last hour
     * @param oldest when the oldest message that is ready was sent, in ISO 8601; empty: there is none
     * @param state active, above threshold while producers are slowed down, or what is paused
     * @param actions the commands that can do something with it
     */
    public record Row(
            String name,
            String type,
            int ready,
            int inFlight,
            int delayed,
            long bytes,
            int paged,
            int consumers,
            int blocked,
            long received,
            long acknowledged,
            long receivedLastHour,
            long acknowledgedLastHour,
            String oldest,
            String state,
            List<String> actions) {}
}
