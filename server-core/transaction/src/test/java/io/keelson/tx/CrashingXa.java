package io.keelson.tx;

import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource whose process may end before and after each call that changes something. */
final class CrashingXa implements XAResource {
    private final String name;
    private final XAResource resource;
    private final CrashPoints points;

    CrashingXa(String name, XAResource resource, CrashPoints points) {
        this.name = name;
        this.resource = resource;
        this.points = points;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        resource.start(xid, flags);
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        resource.end(xid, flags);
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        points.at("before-prepare-" + name);
        int vote = resource.prepare(xid);
        points.at("after-prepare-" + name);
        return vote;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        points.at("before-commit-" + name);
        resource.commit(xid, onePhase);
        points.at("after-commit-" + name);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        points.at("before-rollback-" + name);
        resource.rollback(xid);
        points.at("after-rollback-" + name);
    }

    @Override
    public void forget(Xid xid) throws XAException {
        resource.forget(xid);
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        return resource.recover(flag);
    }

    @Override
    public boolean isSameRM(XAResource other) {
        return other == this;
    }

    @Override
    public int getTransactionTimeout() throws XAException {
        return resource.getTransactionTimeout();
    }

    @Override
    public boolean setTransactionTimeout(int seconds) throws XAException {
        return resource.setTransactionTimeout(seconds);
    }
}
