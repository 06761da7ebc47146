package io.keelson.jms.broker;

/**
 * State of a connection now.
 *
 * @param number the server's name of it
 * @param clientId that it has; empty: none
 * @param consumers that it has
 * @param inFlight messages that it has and has not acknowledged
 * @param blocked its sends that wait for room
 * @param blockedBytes of their messages
 * @param temporaries destinations that end with it
 * @param sent messages since it is there
 * @param slowed destinations above their thresholds to which it sends
 * @param since milliseconds since the epoch
 */
public record ConnectionState(
        long number,
        String clientId,
        int consumers,
        int inFlight,
        int blocked,
        long blockedBytes,
        int temporaries,
        long sent,
        int slowed,
        long since) {}
