package io.keelson.jms.broker;

import io.keelson.jms.message.DestinationName;

/**
 * Figures of a destination at this moment.
 *
 * @param name of the destination
 * @param subscription of a topic; empty: the destination itself
 * @param ready messages that consumers can have
 * @param delayed messages that wait for their time
 * @param inFlight messages that consumers have and have not acknowledged
 * @param bytes that the messages have, those of bodies that are out of memory included
 * @param pagedMessages messages whose bodies are out of memory
 * @param pagedBytes of those bodies
 * @param consumers that there are
 * @param blocked sends that wait for room
 * @param received messages since the start
 * @param delivered messages since the start, each delivery
 * @param acknowledged messages since the start
 * @param receivedLastHour messages within the last hour
 * @param acknowledgedLastHour messages within the last hour
 * @param expired messages since the start
 * @param exhausted messages since the start that were delivered as often as they may
 * @param oldest milliseconds since the epoch at which the oldest message that is ready was sent; 0: there is none
 * @param productionPaused true if nobody may send
 * @param consumptionPaused true if nobody gets messages
 * @param aboveThreshold true while it is above its thresholds, so that producers slow down
 */
public record DestinationState(
        DestinationName name,
        String subscription,
        int ready,
        int delayed,
        int inFlight,
        long bytes,
        int pagedMessages,
        long pagedBytes,
        int consumers,
        int blocked,
        long received,
        long delivered,
        long acknowledged,
        long receivedLastHour,
        long acknowledgedLastHour,
        long expired,
        long exhausted,
        long oldest,
        boolean productionPaused,
        boolean consumptionPaused,
        boolean aboveThreshold) {}
