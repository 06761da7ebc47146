package io.keelson.ee.connectors.outbound;

import jakarta.resource.spi.ConnectionEvent;
import jakarta.resource.spi.ConnectionEventListener;
import jakarta.resource.spi.ManagedConnection;
import jakarta.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** A physical connection with what is known of its use. The lock of its pool guards the fields. */
final class Physical implements ConnectionEventListener {
    private final ManagedConnections pool;
    private final ManagedConnection managed;
    int handles;
    boolean joined;

    @Nullable
    Transaction transaction;

    boolean opening;
    boolean broken;
    boolean ownTransaction;
    boolean away;
    long idleSince;

    Physical(ManagedConnections pool, ManagedConnection managed) {
        this.pool = pool;
        this.managed = managed;
    }

    ManagedConnection managed() {
        return managed;
    }

    /** Returns true if nobody uses it: it may go back. Under the lock. */
    boolean isFree() {
        return handles == 0 && !joined && !opening && !away;
    }

    @Override
    public void connectionClosed(ConnectionEvent event) {
        pool.handleClosed(this);
    }

    @Override
    public void localTransactionStarted(ConnectionEvent event) {
        pool.ownTransaction(this, true);
    }

    @Override
    public void localTransactionCommitted(ConnectionEvent event) {
        pool.ownTransaction(this, false);
    }

    @Override
    public void localTransactionRolledback(ConnectionEvent event) {
        pool.ownTransaction(this, false);
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
        pool.failed(this);
    }
}
