package io.keelson.ee.connectors.work;

import jakarta.resource.spi.XATerminator;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * Completes the transactions that adapters have imported, of which there are none. Immutable.
 *
 * <p>Specification: Connectors 2.1, 15.4.2 XATerminator.
 */
final class NoImports implements XATerminator {
    static final NoImports INSTANCE = new NoImports();

    private NoImports() {}

    @Override
    public int prepare(Xid xid) throws XAException {
        throw unknown(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        throw unknown(xid);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        throw unknown(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        throw unknown(xid);
    }

    @Override
    public Xid[] recover(int flag) {
        return new Xid[0];
    }

    private static XAException unknown(Xid xid) {
        XAException unknown = new XAException("this server has imported no transaction " + xid);
        unknown.errorCode = XAException.XAER_NOTA;
        return unknown;
    }
}
