/**
 * Membership of the cluster: the servers that belong to it, and those that are there. It has the configuration records
 * ({@link io.keelson.cluster.membership.ClusterSettings}, {@link io.keelson.cluster.membership.ClusterServer}) and the
 * servers that are expected ({@link io.keelson.cluster.membership.Roster}). It also has the view that the rest of the
 * server sees ({@link io.keelson.cluster.membership.Members}), and the one channel that carries everything
 * ({@link io.keelson.cluster.membership.Group}). See docs/design/membership.md.
 *
 * <p>The state of all of it belongs to the cluster's thread; what others ask for is handed out as immutable values.
 */
@NullMarked
package io.keelson.cluster.membership;

import org.jspecify.annotations.NullMarked;
