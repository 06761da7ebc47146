package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;

/**
 * State of a consumer now.
 *
 * @param connection the number of its connection
 * @param session the client's number of its session; 0: none
 * @param destination that it consumes from
 * @param subscription to a topic; empty: of a queue
 * @param selector by which it selects; empty: it takes all
 * @param forwarding true if it takes messages for another member of the cluster
 * @param inFlight messages that it has and has not acknowledged
 * @param free places of its pipeline
 * @param reading messages whose bodies are read for it
 * @param delivered messages since it is there
 * @param deliveredLastHour messages within the last hour
 * @param oldest milliseconds since the epoch at which the oldest message that it has was sent; 0: it has none
 * @param since milliseconds since the epoch
 */
public record ConsumerState(
        long connection,
        long session,
        DestinationName destination,
        String subscription,
        String selector,
        boolean forwarding,
        int inFlight,
        int free,
        int reading,
        long delivered,
        long deliveredLastHour,
        long oldest,
        long since) {}
