package io.keelson.cluster.internal.raft;

import io.microraft.RaftEndpoint;
import io.microraft.model.message.RaftMessage;
import io.microraft.transport.Transport;
import java.util.function.BiConsumer;

/** Sends the messages of MicroRaft, while its gate is open. */
record RaftTransport(Gate gate, BiConsumer<RaftEndpoint, RaftMessage> out) implements Transport {
    @Override
    public void send(RaftEndpoint target, RaftMessage message) {
        if (gate.isOpen()) {
            out.accept(target, message);
        }
    }

    /** Only asked for snapshots from followers, which are not used. */
    @Override
    public boolean isReachable(RaftEndpoint endpoint) {
        return true;
    }
}
