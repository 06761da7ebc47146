package io.keelson.ee.connectors.outbound;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.LocalTransaction;
import java.util.Optional;

/** The local transaction of a connection, which is its transaction's only resource. */
final class LocalBranch implements LocalResource {
    private final ManagedConnections pool;
    private final Physical connection;
    private final LocalTransaction local;

    LocalBranch(ManagedConnections pool, Physical connection, LocalTransaction local) {
        this.pool = pool;
        this.connection = connection;
        this.local = local;
    }

    @Override
    public String name() {
        return pool.name();
    }

    @Override
    public Role role() {
        return Role.ALONE;
    }

    @Override
    public void commit(Optional<CommitDecision> decision) throws ResourceException {
        local.commit();
    }

    @Override
    public void rollback() throws ResourceException {
        local.rollback();
    }

    /** An adapter has no way to end a call; while somebody has a handle it may be under way. */
    @Override
    public boolean cancel() {
        return pool.isUnused(connection);
    }
}
