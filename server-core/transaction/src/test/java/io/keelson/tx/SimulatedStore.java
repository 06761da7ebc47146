package io.keelson.tx;

import io.keelson.kernel.spi.transaction.CommitDecision;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import jakarta.transaction.RollbackException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** A database that survives the server: what of each transaction is committed, prepared, decided. */
final class SimulatedStore implements RecoverableResource {
    private final String name;
    private SimulatedFaults faults;
    private final boolean last;

    /** What was committed: names that the test gives to its transactions. */
    final Set<String> committed = new HashSet<>();

    /** What was asked to prepare, or committed in one phase. */
    final Set<String> completing = new HashSet<>();

    /** True if nobody can connect. */
    boolean away;

    private final Map<BranchXid, String> prepared = new LinkedHashMap<>();
    private final Map<TransactionId, CommitDecision> decided = new LinkedHashMap<>();
    private final Set<TransactionId> refused = new LinkedHashSet<>();

    SimulatedStore(String name, boolean last, SimulatedFaults faults) {
        this.name = name;
        this.last = last;
        this.faults = faults;
    }

    /** Another server uses it from now on. */
    void usedBy(SimulatedFaults user) {
        faults = user;
    }

    int inDoubt() {
        return prepared.size() + decided.size();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean keepsDecisions() {
        return last;
    }

    @Override
    public Session open() throws Exception {
        faults.step();
        if (away || faults.fails()) {
            throw new IllegalStateException("away");
        }
        return new Session() {
            @Override
            public XAResource branches() {
                return last ? null : xa("recovery");
            }

            @Override
            public List<CommitDecision> decided() {
                faults.step();
                return new ArrayList<>(decided.values());
            }

            @Override
            public boolean refuse(TransactionId undecided) {
                faults.step();
                if (decided.containsKey(undecided)) {
                    return false;
                }
                refused.add(undecided);
                faults.step();
                return true;
            }

            @Override
            public void forget(Collection<TransactionId> over) {
                faults.step();
                over.forEach(decided::remove);
            }

            @Override
            public void close() {}
        };
    }

    /** The connection of a transaction by XA. */
    XAResource xa(String transaction) {
        return new Branch(transaction);
    }

    private final class Branch implements XAResource {
        private final String transaction;

        Branch(String transaction) {
            this.transaction = transaction;
        }

        private void call(String what) throws XAException {
            faults.step("before " + what + " " + name);
            if (faults.fails()) {
                throw new XAException(XAException.XAER_RMFAIL);
            }
        }

        @Override
        public void start(Xid xid, int flags) {}

        @Override
        public void end(Xid xid, int flags) {}

        @Override
        public int prepare(Xid xid) throws XAException {
            completing.add(transaction);
            call("prepare");
            prepared.put(BranchXid.of(xid), transaction);
            faults.step("after prepare " + name);
            return XA_OK;
        }

        @Override
        public void commit(Xid xid, boolean onePhase) throws XAException {
            completing.add(transaction);
            call("commit");
            String of = onePhase ? transaction : prepared.remove(BranchXid.of(xid));
            if (of == null) {
                throw new XAException(XAException.XAER_NOTA);
            }
            committed.add(of);
            faults.step("after commit " + name);
        }

        @Override
        public void rollback(Xid xid) throws XAException {
            call("rollback");
            String unused = prepared.remove(BranchXid.of(xid));
            faults.step("after rollback " + name);
        }

        @Override
        public Xid[] recover(int flag) throws XAException {
            call("recover");
            return prepared.keySet().toArray(new Xid[0]);
        }

        @Override
        public void forget(Xid xid) {}

        @Override
        public boolean isSameRM(XAResource other) {
            return false;
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

    /** The connection of a transaction as its last resource. */
    LocalResource local(String transaction) {
        return new LocalResource() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Role role() {
                return Role.LAST;
            }

            @Override
            public void commit(Optional<CommitDecision> decision) throws RollbackException {
                completing.add(transaction);
                faults.step("before commit " + name);
                if (faults.fails()
                        || decision.isPresent()
                                && refused.contains(decision.get().id())) {
                    throw new RollbackException("refused");
                }
                committed.add(transaction);
                decision.ifPresent(each -> decided.put(each.id(), each));
                faults.step("after commit " + name);
                if (faults.fails()) {
                    throw new IllegalStateException("the connection broke after the commit");
                }
            }

            @Override
            public void over(TransactionId over) {
                decided.remove(over);
            }

            @Override
            public void rollback() {}

            @Override
            public boolean cancel() {
                return true;
            }
        };
    }
}
