package io.keelson.balancer;

/** How a request that belongs to no server finds one. */
public enum BalancingMethod {
    /** One after the other. */
    ROUND_ROBIN,
    /** The one with the fewest requests under way; of several one after the other. */
    LEAST_CONNECTIONS
}
