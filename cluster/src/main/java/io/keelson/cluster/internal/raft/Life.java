package io.keelson.cluster.internal.raft;

import io.microraft.RaftNode;

/**
 * A run of MicroRaft for this voter, from its journal until its gate closes.
 *
 * @param gate what goes in or out passes it
 */
record Life(RaftNode node, Gate gate) {}
