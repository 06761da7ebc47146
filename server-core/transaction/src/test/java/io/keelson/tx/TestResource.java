package io.keelson.tx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** An XA resource in memory that keeps prepared branches, and fails where a test says so. */
final class TestResource implements XAResource {
    /** What happened, in order. */
    final List<String> calls;

    private final String name;
    private final Map<BranchXid, Boolean> prepared = new LinkedHashMap<>();

    /** The code with which the call of that name fails. */
    final Map<String, Integer> failures = new LinkedHashMap<>();

    int committed;

    TestResource(String name, List<String> calls) {
        this.name = name;
        this.calls = calls;
    }

    TestResource(String name) {
        this(name, new ArrayList<>());
    }

    private void called(String call) throws XAException {
        calls.add(name + "." + call);
        Integer code = failures.get(call);
        if (code != null) {
            throw new XAException(code);
        }
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        called(flags == TMJOIN ? "join" : flags == TMRESUME ? "resume" : "start");
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        called("end");
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        called("prepare");
        prepared.put(BranchXid.of(xid), true);
        return XA_OK;
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        called(onePhase ? "commit-one-phase" : "commit");
        if (!onePhase && prepared.remove(BranchXid.of(xid)) == null) {
            throw new XAException(XAException.XAER_NOTA);
        }
        committed++;
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        called("rollback");
        prepared.remove(BranchXid.of(xid));
    }

    @Override
    public void forget(Xid xid) throws XAException {
        called("forget");
    }

    @Override
    public Xid[] recover(int flag) throws XAException {
        called("recover");
        return (flag & TMSTARTRSCAN) == 0 ? new Xid[0] : prepared.keySet().toArray(new Xid[0]);
    }

    int inDoubt() {
        return prepared.size();
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
