package io.keelson.ee.connectors.ledger;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource that notes what it is told. */
public class LedgerBranch implements XAResource {
    private final LedgerAdapter adapter;
    private final String name;

    LedgerBranch(LedgerAdapter adapter, String name) {
        this.adapter = adapter;
        this.name = name;
    }

    @Override
    public void start(Xid xid, int flags) {
        adapter.note(name + " starts");
    }

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public int prepare(Xid xid) {
        adapter.note(name + " prepares");
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        adapter.note(name + " commits");
    }

    @Override
    public void rollback(Xid xid) {
        adapter.note(name + " rolls back");
    }

    @Override
    public void forget(Xid xid) {}

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
