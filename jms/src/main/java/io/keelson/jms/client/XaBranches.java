package io.keelson.jms.client;

import io.keelson.jms.wire.BranchId;
import io.keelson.jms.wire.JmsFailure;
import io.keelson.jms.wire.Link;
import io.keelson.jms.wire.Reply;
import io.keelson.jms.wire.Request;
import jakarta.jms.JMSException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * The branches of global transactions in which a session takes part. What a branch does is kept here until it is prepared or committed, so
 * that a branch costs the server one or two requests. Thread-safe: transaction managers complete on any thread.
 */
public final class XaBranches implements XAResource {
    /** Makes requests. */
    public interface Requests {
        /** Makes a request and waits for its reply. */
        Reply request(Request request) throws JMSException;
    }

    private static final long SEND_TIMEOUT = 10_000;

    private final long session;
    private final Requests requests;
    private final Runnable ended;
    private final Map<BranchId, Work> branches = new ConcurrentHashMap<>();

    /** Those that are prepared: the link has to stay until they are decided. */
    private final Set<BranchId> prepared = ConcurrentHashMap.newKeySet();

    private volatile @Nullable BranchId active;

    /**
     * Makes a resource.
     *
     * @param session the session's number, for figures; 0: there is none
     * @param ended told when a branch is over
     */
    public XaBranches(long session, Requests requests, Runnable ended) {
        this.session = session;
        this.requests = requests;
        this.ended = ended;
    }

    /** Makes a resource over a link that is used for nothing else. */
    public static XaBranches over(Link link) {
        return new XaBranches(0, request -> Failures.await(link.request(request)), () -> {});
    }

    /** Has a transaction manager start a branch. */
    public interface Enlisting {
        /** Enlists this resource with the calling thread's transaction. */
        void enlist() throws RollbackException, SystemException;
    }

    /**
     * Joins a transaction, and leaves the session free for others: the association is the transaction's from then on.
     *
     * @return what the branch does
     */
    public Work enlist(Enlisting enlisting) throws RollbackException, SystemException {
        enlisting.enlist();
        Work work = active();
        if (work == null) {
            throw new IllegalStateException(
                    "the transaction manager has enlisted the session without starting a branch");
        }
        active = null;
        return work;
    }

    /** Returns what the branch does with which the session is associated; null: with none. */
    @Nullable
    public Work active() {
        BranchId now = active;
        return now == null ? null : branches.get(now);
    }

    /** Returns true while there are branches that are not over. */
    boolean open() {
        return !branches.isEmpty() || !prepared.isEmpty();
    }

    private static XAException error(int code, String message) {
        XAException error = new XAException(message);
        error.errorCode = code;
        return error;
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        BranchId id = BranchId.of(xid);
        if (active != null) {
            throw error(XAException.XAER_PROTO, "the session is associated with another branch");
        }
        if (flags == TMNOFLAGS) {
            if (branches.putIfAbsent(id, new Work()) != null) {
                throw error(XAException.XAER_DUPID, "the branch is there already: " + id);
            }
        } else if (!branches.containsKey(id)) {
            throw error(XAException.XAER_NOTA, "no such branch: " + id);
        }
        active = id;
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        BranchId id = BranchId.of(xid);
        if (!branches.containsKey(id)) {
            throw error(XAException.XAER_NOTA, "no such branch: " + id);
        }
        if (id.equals(active)) {
            active = null;
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        BranchId id = BranchId.of(xid);
        Work work = known(id);
        if (work.isEmpty()) {
            over(id);
            return XA_RDONLY;
        }
        try {
            Reply unused = requests.request(new Request.Prepare(id, work.sends(), work.tags(), SEND_TIMEOUT, session));
        } catch (JMSException e) {
            giveBack(id, work);
            throw caused(XAException.XA_RBROLLBACK, e);
        }
        prepared.add(id);
        over(id);
        return XA_OK;
    }

    private Work known(BranchId id) throws XAException {
        Work work = branches.get(id);
        if (work == null) {
            throw error(XAException.XAER_NOTA, "no such branch: " + id);
        }
        return work;
    }

    private static XAException caused(int code, JMSException cause) {
        XAException error = error(code, String.valueOf(cause.getMessage()));
        Throwable unused = error.initCause(cause);
        return error;
    }

    private void over(BranchId id) {
        branches.remove(id);
        if (id.equals(active)) {
            active = null;
        }
        if (!open()) {
            ended.run();
        }
    }

    private void giveBack(BranchId id, Work work) {
        try {
            if (work.tags().length > 0) {
                Reply unused = requests.request(new Request.Return(work.tags(), true));
            }
        } catch (JMSException e) {
            ClientLog.LOG.debugf(e, "messages of the branch %s go back with their connection", id);
        } finally {
            over(id);
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        BranchId id = BranchId.of(xid);
        if (!onePhase) {
            decide(id, true);
            return;
        }
        Work work = known(id);
        if (work.isEmpty()) {
            over(id);
            return;
        }
        try {
            Reply unused = requests.request(new Request.Commit(work.sends(), work.tags(), SEND_TIMEOUT, null, session));
        } catch (JMSException e) {
            giveBack(id, work);
            throw caused(XAException.XA_RBROLLBACK, e);
        }
        over(id);
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        BranchId id = BranchId.of(xid);
        Work work = branches.get(id);
        if (work == null) {
            decide(id, false);
        } else {
            giveBack(id, work);
        }
    }

    private void decide(BranchId id, boolean commit) throws XAException {
        try {
            Reply unused = requests.request(new Request.Decide(id, commit));
        } catch (JMSException e) {
            boolean unknown =
                    e.getCause() instanceof JmsFailure failure && failure.code() == JmsFailure.Code.ILLEGAL_STATE;
            throw caused(unknown ? XAException.XAER_NOTA : XAException.XAER_RMFAIL, e);
        } finally {
            if (prepared.remove(id) && !open()) {
                ended.run();
            }
        }
    }

    @Override
    public Xid[] recover(int flags) throws XAException {
        if (flags == TMENDRSCAN) {
            return new Xid[0];
        }
        try {
            return requests.request(new Request.InDoubt()) instanceof Reply.Branches found
                    ? found.branches().toArray(new Xid[0])
                    : new Xid[0];
        } catch (JMSException e) {
            throw caused(XAException.XAER_RMFAIL, e);
        }
    }

    @Override
    public void forget(Xid xid) {}

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
