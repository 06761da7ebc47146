package io.keelson.balancer;

import io.keelson.http.OutgoingLoop;

/**
 * One loop with what requests on it share. Confined to the loop.
 *
 * @param loop the loop
 * @param pool its connections
 * @param buffer for pieces on their way
 */
record Lane(OutgoingLoop loop, ConnectionPool pool, byte[] buffer) {
    private static final int PIECE = 16 * 1024;

    static Lane of(OutgoingLoop loop, BalancerSettings settings) {
        return new Lane(loop, new ConnectionPool(loop, settings), new byte[PIECE]);
    }
}
