package members;

import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A resource at whose commit the server ends: everything is decided, and the others have not heard of it. */
final class HaltingResource implements XAResource {
    @Override
    public int prepare(Xid xid) {
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) {
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void rollback(Xid xid) {}

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

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
