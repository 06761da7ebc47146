package io.keelson.cluster.internal.raft;

import io.microraft.RaftEndpoint;

/** A voter, as MicroRaft knows it. */
record Peer(String id) implements RaftEndpoint {
    @Override
    public Object getId() {
        return id;
    }

    static Peer of(RaftEndpoint endpoint) {
        return (Peer) endpoint;
    }
}
