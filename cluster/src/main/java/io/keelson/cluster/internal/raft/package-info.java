/**
 * The log of the leases over MicroRaft, which stays in here: docs/adr/0009-microraft.md says why, and how it must be used.
 *
 * <p>Everything of a voter belongs to its node's thread: MicroRaft's executor is that thread, with a clock that runs ten
 * times as fast, since MicroRaft's settings are whole seconds.
 */
@NullMarked
package io.keelson.cluster.internal.raft;

import org.jspecify.annotations.NullMarked;
