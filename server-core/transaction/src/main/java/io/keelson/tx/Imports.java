package io.keelson.tx;

import io.keelson.kernel.spi.transaction.ImportedTransactions;
import io.keelson.tx.Decisions.Awaiting;
import io.keelson.tx.Decisions.Decision;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
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
    private final Runnable passSoon;
    private final Map<SuperiorXid, Import> known = new ConcurrentHashMap<>();

    /**
     * None yet.
     *
     * @param log null where the server has none
     * @param passOfRecovery has what the log says followed, on the calling thread
     * @param passSoon has it followed on another one
     */
    Imports(
            Transactions transactions,
            Supplier<@Nullable FileDecisions> log,
            Runnable passOfRecovery,
            Runnable passSoon) {
        this.transactions = transactions;
        this.log = log;
        this.passOfRecovery = passOfRecovery;
        this.passSoon = passSoon;
    }

    /** A transaction of this run of the server. */
    private static final class Import {
        private static final int COMPLETING = -1;

        volatile SuperiorXid superior;
        private final AtomicInteger workers = new AtomicInteger(1); // who has begun it
        volatile @Nullable ServerTransaction transaction;
        volatile boolean refused;

        Import(SuperiorXid superior) {
            this.superior = superior;
        }

        /** Takes it for one thread alone. */
        boolean take() {
            return workers.compareAndSet(0, 1);
        }

        /** Takes it for one more thread. */
        boolean join() {
            return workers.updateAndGet(count -> count == COMPLETING ? COMPLETING : count + 1) != COMPLETING;
        }

        void release() {
            workers.decrementAndGet();
        }

        boolean complete() {
            return workers.compareAndSet(0, COMPLETING);
        }

        void completed() {
            workers.set(0);
        }
    }

    // ---- work ------------------------------------------------------------------------------------------------------

    @Override
    public void enter(Xid xid, Duration timeout) throws NotSupportedException, InvalidTransactionException {
        SuperiorXid superior = SuperiorXid.of(xid);
        ServerTransaction current = transactions.current();
        if (current != null) {
            throw new NotSupportedException("this thread has " + current);
        }
        Import begun = new Import(superior);
        Import present = known.putIfAbsent(superior, begun);
        if (present == null) {
            begin(superior, begun, timeout);
        } else if (present.take()) {
            goOn(superior, present);
        } else {
            throw new IllegalStateException("somebody works in the transaction " + superior);
        }
    }

    /**
     * Makes a transaction the calling thread's, beside other threads that work in it: a call that comes back to this server on its way.
     *
     * @return the transaction, which {@link #leave} takes from the thread again
     */
    ServerTransaction join(SuperiorXid superior, Duration timeout)
            throws NotSupportedException, InvalidTransactionException {
        Import begun = new Import(superior);
        Import present = known.putIfAbsent(superior, begun);
        if (present == null) {
            begin(superior, begun, timeout);
        } else if (present.join()) {
            goOn(superior, present);
        } else {
            throw prepared(superior);
        }
        return transactions.required();
    }

    /** Returns the transactions of this run in which no thread works and that are not prepared, for which others have to be asked. */
    List<SuperiorXid> waiting() {
        return known.entrySet().stream()
                .filter(each -> {
                    ServerTransaction transaction = each.getValue().transaction;
                    return transaction != null
                            && !transaction.isPrepared()
                            && each.getValue().workers.get() == 0;
                })
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the transactions that are prepared, as recovery by this server's log knows them. */
    List<SuperiorXid> prepared() {
        FileDecisions kept = open();
        return kept == null
                ? List.of()
                : kept.awaiting().stream().map(Awaiting::superior).toList();
    }

    /** Ends a transaction that the calling thread has just left and that has nothing to complete; returns false where it has. */
    boolean endIdle(SuperiorXid superior) {
        Import present = known.get(superior);
        ServerTransaction transaction = present == null ? null : present.transaction;
        if (present == null || transaction == null || transaction.hasWork() || !present.complete()) {
            return false;
        }
        try {
            transaction.commit();
        } catch (RollbackException
                | HeuristicMixedException
                | HeuristicRollbackException
                | SystemException
                | IllegalStateException e) { // it is marked, or its time was over meanwhile
            TransactionLog.LOG.debugf(e, "the end of %s", transaction);
        } finally {
            present.completed();
        }
        return true;
    }

    private void begin(SuperiorXid superior, Import begun, Duration timeout)
            throws NotSupportedException, InvalidTransactionException {
        boolean done = false;
        try {
            if (isLeft(superior)) {
                throw prepared(superior);
            }
            ServerTransaction transaction = transactions.begin(timeout, null);
            transaction.coordinatedElsewhere();
            begun.transaction = transaction;
            transaction.interpose(new Forgetting(begun));
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
                present.release();
            }
        }
    }

    @Override
    public void leave(Xid xid) {
        Import present = known.get(SuperiorXid.of(xid));
        ServerTransaction current = transactions.current();
        if (present != null && current != null && present.transaction == current) {
            ServerTransaction unused = transactions.suspend();
            present.release();
            if (present.refused) {
                endRefused(present);
            }
        }
    }

    /** Takes the transaction that {@link #join} gave from the calling thread, also where its time was over meanwhile. */
    void leave(SuperiorXid superior, ServerTransaction joined) {
        transactions.dissociate(joined);
        Import present = known.get(superior);
        if (present != null && present.transaction == joined) {
            present.release();
            if (present.refused) {
                endRefused(present);
            }
        }
    }

    /**
     * Has a transaction that is not prepared known by another id.
     *
     * @return the transaction
     * @throws XAException {@code XAER_NOTA} where there is none, {@code XAER_PROTO} where a thread works in it or it is prepared
     */
    ServerTransaction rename(SuperiorXid before, SuperiorXid next) throws XAException {
        Import present = required(before);
        return completing(before, present, transaction -> {
            if (transaction.isPrepared()) {
                throw error(XAException.XAER_PROTO, before + " is prepared already", null);
            }
            present.superior = next;
            known.put(next, present);
            known.remove(before, present);
            if (transaction.isOver()) {
                known.remove(next, present);
                throw unknown(before);
            }
            return transaction;
        });
    }

    /** Rolls back, or has who works in it do so when it leaves. */
    void refuse(SuperiorXid superior) throws XAException {
        Import present = known.get(superior);
        ServerTransaction transaction = present == null ? null : present.transaction;
        if (present == null || transaction == null || transaction.isPrepared()) {
            rollback(superior);
            return;
        }
        present.refused = true;
        boolean unused = transaction.tryMark(new RollbackException("the server that began it has rolled it back"));
        endRefused(present);
    }

    private void endRefused(Import present) {
        ServerTransaction transaction = present.transaction;
        if (transaction != null && present.complete()) {
            try {
                transaction.rollback();
            } catch (IllegalStateException e) { // another thread ends it
                TransactionLog.LOG.debugf(e, "the end of %s", transaction);
            } finally {
                present.completed();
            }
        }
    }

    /** Drops what is over, also by its time-out. */
    private final class Forgetting implements Synchronizations.OnlyAfter {
        private final Import begun;

        Forgetting(Import begun) {
            this.begun = begun;
        }

        @Override
        public void afterCompletion(int status) {
            known.remove(begun.superior, begun);
        }
    }

    // ---- completion ------------------------------------------------------------------------------------------------

    @FunctionalInterface
    private interface Completing<T> {
        T with(ServerTransaction transaction) throws XAException;
    }

    /**
     * Calls what is to be called before the completion. Other threads may work in the transaction meanwhile: calls that come back here.
     *
     * @throws XAException {@code XAER_NOTA} where there is none, {@code XAER_PROTO} where it is completing
     */
    BeforeCompletion.Told beforeCompletion(SuperiorXid superior, boolean interposed) throws XAException {
        Import present = required(superior);
        if (!present.join()) {
            throw error(XAException.XAER_PROTO, superior + " is completing already", null);
        }
        AtomicReference<BeforeCompletion.@Nullable Told> told = new AtomicReference<>();
        try {
            ServerTransaction transaction = present.transaction;
            if (transaction == null || transaction.isOver()) {
                throw unknown(superior);
            }
            if (transaction.isPrepared()) {
                throw error(XAException.XAER_PROTO, superior + " is prepared already", null);
            }
            boolean unused = associated(transaction, () -> {
                told.set(transaction.beforeCompletionFor(interposed));
                return true;
            });
            return Objects.requireNonNull(told.get());
        } catch (RollbackException e) {
            throw rolledBack(e);
        } finally {
            present.release();
            if (present.refused) {
                endRefused(present);
            }
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        SuperiorXid superior = SuperiorXid.of(xid);
        Import present = required(superior);
        return completing(superior, present, transaction -> {
            if (transaction.isPrepared()) {
                throw error(XAException.XAER_PROTO, superior + " is prepared already", null);
            }
            try {
                return associated(transaction, () -> transaction.prepareFor(present.superior))
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
            follow(superior);
            return;
        }
        Outcome unused = completing(superior, present, transaction -> {
            if (onePhase != !transaction.isPrepared()) {
                throw error(
                        XAException.XAER_PROTO,
                        superior + (onePhase ? " is prepared, and has two phases" : " is not prepared"),
                        null);
            }
            return onePhase ? onePhase(present.superior, transaction) : secondPhase(superior, transaction);
        });
    }

    /** Has the resources follow the log. Two servers that ask one another must not wait for each other's pass. */
    private void follow(SuperiorXid superior) {
        (superior.isOfServer() ? passSoon : passOfRecovery).run();
    }

    private Outcome onePhase(SuperiorXid superior, ServerTransaction transaction) throws XAException {
        try {
            boolean unused = associated(transaction, () -> {
                transaction.commitFor(superior);
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
            follow(superior);
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
        if (!present.complete()) {
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
            present.completed();
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
