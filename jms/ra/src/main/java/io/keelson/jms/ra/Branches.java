package io.keelson.jms.ra;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** The resource of an endpoint, which notes how the transaction of a delivery has ended. Thread-safe. */
final class Branches implements XAResource {
    private final XAResource below;
    private volatile boolean rolledBack;

    Branches(XAResource below) {
        this.below = below;
    }

    /** Begins with another delivery. */
    void begin() {
        rolledBack = false;
    }

    /** Returns true if the transaction of the delivery was rolled back. */
    boolean isRolledBack() {
        return rolledBack;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        below.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        below.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        return below.prepare(xid);
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        below.commit(xid, onePhase);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        rolledBack = true;
        below.rollback(xid);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        below.forget(xid);
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        return below.recover(flags);
    }

    @Override
    public boolean isSameRM(XAResource other) throws XAException {
        return below.isSameRM(other instanceof Branches branches ? branches.below : other);
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return below.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return below.setTransactionTimeout(seconds);
    }
}
