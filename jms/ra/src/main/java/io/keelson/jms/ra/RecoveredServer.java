package io.keelson.jms.ra;

import io.keelson.jms.client.PooledConnection;
import jakarta.jms.JMSException;
import jakarta.resource.ResourceException;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The resource by which a container recovers the branches of an activation. It connects when it is asked for something, and again where
 * that connection was lost. Thread-safe; {@code lock} guards the connection.
 *
 * <p>Specification: Jakarta Connectors 2.1, 7.4 and 13.6.
 */
final class RecoveredServer implements XAResource {
    private final MessageActivation activation;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable PooledConnection connection;

    RecoveredServer(MessageActivation activation) {
        this.activation = activation;
    }

    private XAResource resource() throws XAException {
        lock.lock();
        try {
            PooledConnection open = connection;
            if (open == null || !open.isUsable()) {
                MessageSource.of(activation);
                open = PooledConnection.open(
                        PooledConnection.connector(activation.streams(activation.login()), activation.settings()),
                        activation.settings().withClientId(null),
                        null,
                        null,
                        lost -> {});
                connection = open;
            }
            return open.xaResource();
        } catch (JMSException | ResourceException e) {
            XAException failure =
                    new XAException("no connection to the servers of " + activation + ": " + e.getMessage());
            failure.errorCode = XAException.XAER_RMFAIL;
            Throwable unused = failure.initCause(e);
            throw failure;
        } finally {
            lock.unlock();
        }
    }

    /** Closes the connection. */
    void close() {
        lock.lock();
        try {
            PooledConnection open = connection;
            connection = null;
            if (open != null) {
                open.close();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return flags == TMENDRSCAN ? new Xid[0] : resource().recover(flags);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        resource().commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        resource().rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource().forget(xid);
    }

    private static XAException forRecovery() {
        XAException failure = new XAException("this resource is for recovery only");
        failure.errorCode = XAException.XAER_PROTO;
        return failure;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        throw forRecovery();
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        throw forRecovery();
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        throw forRecovery();
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() {
        return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
        return false;
    }
}
