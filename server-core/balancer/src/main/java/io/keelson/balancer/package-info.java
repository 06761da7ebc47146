/**
 * A server as the load balancer of others: a reverse proxy that keeps sessions with the servers that have them.
 *
 * <p>The side of the clients is the network room's, so all of its strictness comes first. Each request is then owned by one
 * {@linkplain io.keelson.http.OutgoingLoop outgoing loop} to its end, with the connection to the server that gets it; nothing
 * blocks there. The servers and what is known of them ({@link io.keelson.balancer.Backends}) are shared by all loops.
 * See docs/design/balancer.md.
 */
@NullMarked
package io.keelson.balancer;

import org.jspecify.annotations.NullMarked;
