package io.keelson.perf;

import java.sql.Connection;
import javax.sql.ConnectionEventListener;
import javax.sql.StatementEventListener;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A driver whose branches are committed by doing nothing. Thread-safe. */
public final class IdleXaDataSource extends IdleSource implements XADataSource {
    @Override
    public XAConnection getXAConnection() {
        return new Idle();
    }

    @Override
    public XAConnection getXAConnection(String user, String password) {
        return new Idle();
    }

    private static final class Idle implements XAConnection, XAResource {
        private final Connection connection = IdleConnections.one();

        @Override
        public XAResource getXAResource() {
            return this;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public void close() {
            // There is nothing to close.
        }

        @Override
        public void addConnectionEventListener(ConnectionEventListener listener) {
            // There are no events.
        }

        @Override
        public void removeConnectionEventListener(ConnectionEventListener listener) {
            // There are no events.
        }

        @Override
        public void addStatementEventListener(StatementEventListener listener) {
            // There are no events.
        }

        @Override
        public void removeStatementEventListener(StatementEventListener listener) {
            // There are no events.
        }

        @Override
        public void start(Xid xid, int flags) {
            // Nothing is kept.
        }

        @Override
        public void end(Xid xid, int flags) {
            // Nothing is kept.
        }

        @Override
        public int prepare(Xid xid) {
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) {
            // Nothing is kept.
        }

        @Override
        public void rollback(Xid xid) {
            // Nothing is kept.
        }

        @Override
        public void forget(Xid xid) {
            // Nothing is kept.
        }

        @Override
        public Xid[] recover(int flag) {
            return new Xid[0];
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
}
