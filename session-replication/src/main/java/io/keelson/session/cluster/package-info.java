/**
 * Sessions with a copy in the memory of another server: {@link io.keelson.session.cluster.Replication} lets a
 * {@link io.keelson.session.replica.SessionReplica} run for each session, over the cluster's channel, and
 * {@link io.keelson.session.cluster.ReplicatedStore} is that for one application. See docs/design/session-replication.md.
 *
 * <p>A session's machine belongs to the lock of its {@code Slot}; events come from execute threads, threads of the channel, the cluster's
 * thread and {@code keelson.sessions}. Nothing waits while it holds such a lock.
 */
@NullMarked
package io.keelson.session.cluster;

import org.jspecify.annotations.NullMarked;
