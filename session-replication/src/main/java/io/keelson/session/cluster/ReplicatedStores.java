package io.keelson.session.cluster;

import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.StoreType;
import java.util.Set;

/** Makes the stores of the types {@code replicated} and {@code async-replicated}. Immutable and thread-safe. */
public final class ReplicatedStores implements SessionStoreProvider {
    private final Replication replication;

    /** On a server's replication. */
    public ReplicatedStores(Replication replication) {
        this.replication = replication;
    }

    @Override
    public Set<StoreType> types() {
        return Set.of(StoreType.REPLICATED, StoreType.ASYNC_REPLICATED);
    }

    @Override
    public SessionStore make(Wanted wanted) {
        return new ReplicatedStore(wanted.type(), replication, wanted.application());
    }
}
