package io.keelson.jms;

import java.util.List;

/**
 * The connections of a server's JMS servers and their consumers, as management lists them.
 *
 * @param connections of applications of this server, of clients and of other members
 * @param sessions of these connections that have consumed or sent, at most 1,000 of each
 * @param consumers of these connections
 */
public record JmsConnectionList(List<Connection> connections, List<Session> sessions, List<Consumer> consumers) {
    public JmsConnectionList {
        connections = List.copyOf(connections);
        sessions = List.copyOf(sessions);
        consumers = List.copyOf(consumers);
    }

    /**
     * A connection.
     *
     * @param connection its number; of a JMS server that was adopted with @ and its name
     * @param clientId that it has; empty: none
     * @param consumers that it has
     * @param inFlight messages that it has and has not acknowledged
     * @param blocked its sends that wait for room
     * @param blockedBytes of their messages
     * @param temporary destinations that end with it
     * @param sent messages since it is there
     * @param slowed destinations above their thresholds to which it sends
     * @param since when it came, in ISO 8601
     */
    public record Connection(
            String connection,
            String clientId,
            int consumers,
            int inFlight,
            int blocked,
            long blockedBytes,
            int temporary,
            long sent,
            int slowed,
            String since) {}

    /**
     * A session.
     *
     * @param connection the number of its connection
     * @param session the client's number of it
     * @param consumers that it has
     * @param inFlight messages that its consumers have and have not acknowledged: how full its pipelines are
     * @param free places of its pipelines
     * @param unacknowledged messages that it has not acknowledged, those of closed consumers included
     * @param sent messages since it is there
     * @param sentLastHour messages within the last hour
     * @param received messages since it is there
     * @param receivedLastHour messages within the last hour
     * @param oldest when the oldest unacknowledged message was sent, in ISO 8601; empty: there is none
     * @param since when it was first used, in ISO 8601
     */
    public record Session(
            String connection,
            long session,
            int consumers,
            int inFlight,
            int free,
            int unacknowledged,
            long sent,
            long sentLastHour,
            long received,
            long receivedLastHour,
            String oldest,
            String since) {}

    /**
     * A consumer.
     *
     * @param connection the number of its connection
     * @param session the client's number of its session; 0: none
     * @param destination that it consumes from, of a topic with its subscription
     * @param selector by which it selects; empty: it takes all
     * @param purpose client, or forwarding to another member
     * @param inFlight messages that it has and has not acknowledged: how full its pipeline is
     * @param free places of its pipeline
     * @param reading messages whose bodies are read for it
     * @param delivered messages since it is there
     * @param lastHour messages within the last hour
     * @param oldest when the oldest message that it has was sent, in ISO 8601; empty: it has none
     * @param since when it came, in ISO 8601
     */
    public record Consumer(
            String connection,
            long session,
            String destination,
            String selector,
            String purpose,
            int inFlight,
            int free,
            int reading,
            long delivered,
            long lastHour,
            String oldest,
            String since) {}
}
