package io.keelson.jms.broker;

/**
 * State of a session now. A session is known from its first consumer or its first message on.
 *
 * @param connection the number of its connection
 * @param session the client's number of it, from 1
 * @param consumers that it has
 * @param inFlight messages that its consumers have or have on their way, and have not acknowledged
 * @param free places of the pipelines of its consumers
 * @param unacknowledged messages that it has not acknowledged, those of consumers that are closed included
 * @param sent messages since it is there; those of a transaction from its commit on
 * @param sentLastHour messages within the last hour
 * @param received messages since it is there, each delivery
 * @param receivedLastHour messages within the last hour
 * @param oldest milliseconds since the epoch at which the oldest unacknowledged message was sent; 0: there is none
 * @param since milliseconds since the epoch
 */
public record SessionState(
        long connection,
        long session,
        int consumers,
        int inFlight,
        int free,
        int unacknowledged,
        long sent,
        long sentLastHour,
        long received,
        long receivedLastHour,
        long oldest,
        long since) {}
