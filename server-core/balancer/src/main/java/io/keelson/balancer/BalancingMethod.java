package io.keelson.balancer;

/** Choice of a server for a request that belongs to none. */
public enum BalancingMethod {
    /** One after the other. */
    ROUND_ROBIN,
    /** The one with the fewest requests under way; of several one after the other. */
    LEAST_CONNECTIONS
}
