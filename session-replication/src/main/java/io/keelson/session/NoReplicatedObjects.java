package io.keelson.session;

import io.keelson.kernel.spi.replica.ReplicatedGroup;
import io.keelson.kernel.spi.replica.ReplicatedObjects;

/** The replicated objects of a server that takes part in no cluster. */
final class NoReplicatedObjects implements ReplicatedObjects {
    @Override
    public boolean available() {
        return false;
    }

    @Override
    public ReplicatedGroup open(String name, ReplicatedGroup.Holder holder) {
        throw new IllegalStateException(
                "the group '" + name + "' cannot be opened: this server takes part in no cluster");
    }
}
