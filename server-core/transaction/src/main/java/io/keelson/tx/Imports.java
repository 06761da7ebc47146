package io.keelson.tx;

import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Transactions that systems outside coordinate. One thread at a time works in each or completes it. What is prepared is in the log, and
 * after a restart it is completed by the log and by recovery. Thread-safe.
 */
final class Imports implements ImportedTransactions {
    private final Transactions transactions;
    private final Supplier<@Nullable FileDecisions> log;
    private final Runnable passOfRecovery;
    private final Map<SuperiorXid, Import> known = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param log null where the server has none
     * @param passOfRecovery has what the log says followed, on the calling thread
     */
    Imports(Transactions transactions, Supplier<@Nullable FileDecisions> log, Runnable passOfRecovery) {
        this.transactions = transactions;
        this.log = log;
        this.passOfRecovery = passOfRecovery;
    }

    /** A transaction of this run of the server. */
    private static final class Import {
        final AtomicBoolean busy = new AtomicBoolean(true); // by who has begun it
        volatile @Nullable ServerTransaction transaction;
    }

    // ---- work ------------------------------------------------------------------------------------------------------

    @Override
    public void enter(Xid xid, Duration timeout) throws NotSupportedException, InvalidTransactionException {
        SuperiorXid superior = SuperiorXid.of(xid);
        ServerTransaction current = transactions.current();
        if (current != null) {
            throw new NotSupportedException("this thread has " + current);
        }
        Import begun = new Import();
        Import present = known.putIfAbsent(superior, begun);
        if (present == null) {
            begin(superior, begun, timeout);
        } else {
            goOn(superior, present);
        }
    }

    private void begin(SuperiorXid superior, Import begun, Duration timeout)
            throws NotSupportedException, InvalidTransactionException {
        boolean done = false;
        try {
            if (isLeft(superior)) {
                throw prepared(superior);
            }
            ServerTransaction transaction = transactions.begin(timeout, null);
            begun.transaction = transaction;
            transaction.interpose(new Forgetting(superior, begun));
            done = true;
        } finally {
            if (!done) {
                known.remove(superior, begun);
            }
        }
    }

    private boolean isLeft(SuperiorXid superior) throws InvalidTransactionException {
        try {
            return inLog(superior).isPresent();
        } catch (IllegalStateException e) { // the log's lease is not held
            throw new InvalidTransactionException(e.getMessage());
        }
    }

    private static InvalidTransactionException prepared(SuperiorXid superior) {
        return new InvalidTransactionException("the transaction " + superior + " is prepared, and takes no more work");
    }

    private void goOn(SuperiorXid superior, Import present) throws InvalidTransactionException {
        if (!present.busy.compareAndSet(false, true)) {
            throw new IllegalStateException("somebody works in the transaction " + superior);
        }
        boolean done = false;
        try {
            ServerTransaction transaction = present.transaction;
            if (transaction == null || transaction.isPrepared()) {
                throw prepared(superior);
            }
            transactions.resume(transaction);
            done = true;
        } finally {
            if (!done) {
                present.busy.set(false);
            }
        }
    }

    @Override
    public void leave(Xid xid) {
        Import present = known.get(SuperiorXid.of(xid));
        ServerTransaction current = transactions.current();
        if (present != null && current != null && present.transaction == current) {
            ServerTransaction unused = transactions.suspend();
            present.busy.set(false);
        }
    }

    /** Drops what is over, also by its time-out. */
    private final class Forgetting implements Synchronization {
        private final SuperiorXid superior;
        private final Import begun;

        Forgetting(SuperiorXid superior, Import begun) {
            this.superior = superior;
            this.begun = begun;
        }

        @Override
        public void beforeCompletion() {
            // It has nothing to write.
        }

        @Override
        public void afterCompletion(int status) {
            known.remove(superior, begun);
        }
    }

    // ---- completion ------------------------------------------------------------------------------------------------

    @FunctionalInterface
    private interface Completing<T> {
        T with(ServerTransaction transaction) throws XAException;
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        SuperiorXid superior = SuperiorXid.of(xid);
        return completing(superior, required(superior), transaction -> {
            if (transaction.isPrepared()) {
                throw error(XAException.XAER_PROTO, superior + " is prepared already", null);
            }
            try {
                return associated(transaction, () -> transaction.prepareFor(superior))
                        ? XAResource.XA_OK
                        : XAResource.XA_RDONLY;
            } catch (RollbackException e) {
                throw rolledBack(e);
            }
        });
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        SuperiorXid superior = SuperiorXid.of(xid);
        Import present = known.get(superior);
        if (present == null) {
            Awaiting left = inLog(superior).orElseThrow(() -> unknown(superior));
            decide(left);
            passOfRecovery.run();
            return;
        }
        Outcome unused = completing(superior, present, transaction -> {
            if (onePhase != !transaction.isPrepared()) {
                throw error(
                        XAException.XAER_PROTO,
                        superior + (onePhase ? " is prepared, and has two phases" : " is not prepared"),
                        null);
            }
            return onePhase ? onePhase(transaction) : secondPhase(superior, transaction);
        });
    }

    private Outcome onePhase(ServerTransaction transaction) throws XAException {
        try {
            boolean unused = associated(transaction, () -> {
                transaction.commit();
                return true;
            });
            return new Outcome.Committed();
        } catch (RollbackException e) {
            throw rolledBack(e);
        }
    }

    private Outcome secondPhase(SuperiorXid superior, ServerTransaction transaction) throws XAException {
        Optional<Awaiting> kept = inLog(superior);
        if (kept.isPresent()) { // else all of its resources only claim to be prepared
            decide(kept.get());
        }
        Outcome outcome = transaction.commitAsDecided();
        if (outcome instanceof Outcome.HeuristicRollback heuristic) {
            throw error(XAException.XA_HEURRB, heuristic.reason(), null);
        }
        if (outcome instanceof Outcome.Mixed mixed) {
            throw error(XAException.XA_HEURMIX, mixed.reason(), mixed.cause());
        }
        return outcome;
    }

    /** Keeps the decision before any resource follows it. */
    private void decide(Awaiting prepared) throws XAException {
        FileDecisions kept = open();
        try {
            if (kept == null) {
                throw new IOException("the log is gone");
            }
            kept.keep(new Decision(prepared.id(), prepared.branches()));
        } catch (IOException e) {
            throw error(
                    XAException.XAER_RMFAIL,
                    prepared.superior() + " stays prepared, as the decision cannot be kept: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        SuperiorXid superior = SuperiorXid.of(xid);
        Import present = known.get(superior);
        if (present == null) {
            Awaiting left = inLog(superior).orElseThrow(() -> unknown(superior));
            over(left);
            passOfRecovery.run();
            return;
        }
        boolean unused = completing(superior, present, transaction -> {
            if (transaction.isPrepared()) {
                inLog(superior).ifPresent(this::over);
                transaction.rollBackAsDecided();
            } else {
                transaction.rollback();
            }
            return true;
        });
    }

    private void over(Awaiting prepared) {
        FileDecisions kept = open();
        if (kept != null) {
            kept.over(prepared.id());
        }
    }

    @Override
    public Xid[] recover() throws XAException {
        Set<Xid> all = new LinkedHashSet<>();
        known.forEach((superior, each) -> {
            ServerTransaction transaction = each.transaction;
            if (transaction != null && transaction.isPrepared()) {
                all.add(superior);
            }
        });
        try {
            FileDecisions kept = open();
            if (kept != null) {
                kept.awaiting().forEach(each -> all.add(each.superior()));
            }
        } catch (IllegalStateException e) {
            throw error(XAException.XAER_RMFAIL, String.valueOf(e.getMessage()), e);
        }
        return all.toArray(Xid[]::new);
    }

    // ---- helpers ---------------------------------------------------------------------------------------------------

    private @Nullable FileDecisions open() {
        return log.get();
    }

    private Optional<Awaiting> inLog(SuperiorXid superior) {
        FileDecisions kept = open();
        return kept == null
                ? Optional.empty()
                : kept.awaiting().stream()
                        .filter(each -> each.superior().equals(superior))
                        .findFirst();
    }

    private Import required(SuperiorXid superior) throws XAException {
        Import present = known.get(superior);
        if (present == null) {
            throw inLog(superior).isPresent()
                    ? error(XAException.XAER_PROTO, superior + " is prepared already", null)
                    : unknown(superior);
        }
        return present;
    }

    private static <T> T completing(SuperiorXid superior, Import present, Completing<T> completion) throws XAException {
        if (!present.busy.compareAndSet(false, true)) {
            throw error(XAException.XAER_PROTO, "a thread works in the transaction " + superior, null);
        }
        try {
            ServerTransaction transaction = present.transaction;
            if (transaction == null) {
                throw unknown(superior);
            }
            return completion.with(transaction);
        } catch (IllegalStateException e) {
            throw error(XAException.XAER_PROTO, String.valueOf(e.getMessage()), e);
        } finally {
            present.busy.set(false);
        }
    }

    @FunctionalInterface
    private interface Phase {
        boolean run() throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException;
    }

    /** Runs a phase with the transaction as the thread's: what is called before completion works in it. */
    private boolean associated(ServerTransaction transaction, Phase phase) throws RollbackException, XAException {
        ServerTransaction own = transactions.suspend();
        try {
            transactions.resume(transaction);
            return phase.run();
        } catch (HeuristicMixedException e) {
            throw error(XAException.XA_HEURMIX, String.valueOf(e.getMessage()), e);
        } catch (HeuristicRollbackException e) {
            throw error(XAException.XA_HEURRB, String.valueOf(e.getMessage()), e);
        } catch (SystemException e) {
            throw error(XAException.XAER_RMERR, String.valueOf(e.getMessage()), e);
        } catch (InvalidTransactionException e) {
            throw new RollbackException(e.getMessage());
        } finally {
            transactions.dissociate(transaction);
            resume(own);
        }
    }

    private void resume(@Nullable ServerTransaction own) {
        if (own != null) {
            try {
                transactions.resume(own);
            } catch (InvalidTransactionException e) { // its time was over meanwhile
                TransactionLog.LOG.debugf(e, "%s is not the thread's any more", own);
            }
        }
    }

    private static XAException rolledBack(RollbackException why) {
        return error(
                why.getCause() instanceof TimeoutException ? XAException.XA_RBTIMEOUT : XAException.XA_RBROLLBACK,
                String.valueOf(why.getMessage()),
                why);
    }

    private static XAException unknown(SuperiorXid superior) {
        return error(XAException.XAER_NOTA, "this server has no transaction " + superior, null);
    }

    private static XAException error(int code, String message, @Nullable Throwable cause) {
        XAException error = new XAException(message);
        error.errorCode = code;
        if (cause != null) {
            error.initCause(cause);
        }
        return error;
    }
}
