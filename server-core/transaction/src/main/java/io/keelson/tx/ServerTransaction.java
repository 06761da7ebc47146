package io.keelson.tx;

import io.keelson.kernel.spi.transaction.ApplicationRollbackException;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.TransactionId;
import io.keelson.kernel.spi.transaction.TransactionOwner;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * A transaction of this server. Thread-safe: its status changes by compare-and-set, its lock guards synchronizations and what
 * rooms keep; its branches have their own. One thread completes it: the application's, or that of time-outs where its time is over first.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.3 Transaction Interface.
 */
final class ServerTransaction implements Transaction {
    private final Transactions server;
    private final long number;
    private final @Nullable String application;
    private final Thread thread;
    private final long begunNanos;
    private final long timeoutNanos;
    private final @Nullable Throwable begun;
    private final AtomicInteger status = new AtomicInteger(Status.STATUS_ACTIVE);
    private final AtomicBoolean expiring = new AtomicBoolean();
    private final ReentrantLock lock = new ReentrantLock();
    private final Synchronizations synchronizations = new Synchronizations();
    private final EnlistedBranches branches = new EnlistedBranches(new Enlisting());
    private volatile @Nullable BeforeCompletion elsewhereToo;
    private @Nullable Map<Object, Object> kept;
    private volatile @Nullable Throwable rollbackCause;
    private volatile @Nullable TransactionId id;
    private volatile int isolation;
    private volatile boolean endedByOperator;
    private volatile @Nullable Coordinator subordinate;
    private volatile boolean elsewhere;
    private long phaseSince; // of the thread that completes

    /**
     * Begins.
     *
     * @param number unique in this run of the server
     * @param timeoutNanos from now
     * @param begun where, for what is forgotten; null where that is not kept, or the server itself completes it
     */
    ServerTransaction(
            Transactions server,
            long number,
            @Nullable String application,
            long begunNanos,
            long timeoutNanos,
            @Nullable Throwable begun) {
        this.server = server;
        this.number = number;
        this.application = application;
        this.thread = Thread.currentThread();
        this.begunNanos = begunNanos;
        this.timeoutNanos = timeoutNanos;
        this.begun = begun;
    }

    Transactions server() {
        return server;
    }

    long number() {
        return number;
    }

    TransactionId id() {
        TransactionId known = id;
        if (known == null) {
            known = server.id(number);
            id = known;
        }
        return known;
    }

    /** Returns what frameworks keep maps by; it holds no transaction that is over. */
    Object key() {
        return number;
    }

    TransactionOwner owner() {
        return new TransactionOwner(id(), application, since(), thread.getName());
    }

    @Nullable
    String application() {
        return application;
    }

    Thread thread() {
        return thread;
    }

    @Nullable
    Throwable begun() {
        return begun;
    }

    private Instant since() {
        return Instant.ofEpochMilli(server.ticker().currentTimeMillis() - age() / 1_000_000);
    }

    /** Returns for how long it has run, in nanoseconds. */
    long age() {
        return server.ticker().nanoTime() - begunNanos;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    boolean isLate() {
        return age() >= timeoutNanos;
    }

    List<String> resources() {
        return branches.resources();
    }

    // ---- status ----------------------------------------------------------------------------------------------------

    @Override
    public int getStatus() {
        return status.get();
    }

    /** Returns true if it is neither completing nor over. */
    private boolean isOpen() {
        int now = status.get();
        return now == Status.STATUS_ACTIVE || now == Status.STATUS_MARKED_ROLLBACK;
    }

    boolean isOver() {
        int now = status.get();
        return now == Status.STATUS_COMMITTED || now == Status.STATUS_ROLLEDBACK || now == Status.STATUS_UNKNOWN;
    }

    @Override
    public void setRollbackOnly() {
        mark(null);
    }

    /** Marks it for rollback. The first cause is kept. */
    void mark(@Nullable Throwable cause) {
        if (cause != null && rollbackCause == null) {
            rollbackCause = cause;
        }
        if (!status.compareAndSet(Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK)
                && status.get() != Status.STATUS_MARKED_ROLLBACK) {
            throw new IllegalStateException(
                    "transaction " + id() + " cannot be marked for rollback: it is " + StatusNames.of(status.get()));
        }
    }

    /** Marks it unless it is completing; returns true if it is marked now. */
    boolean tryMark(Throwable cause) {
        rollbackCause = rollbackCause == null ? cause : rollbackCause;
        return status.compareAndSet(Status.STATUS_ACTIVE, Status.STATUS_MARKED_ROLLBACK)
                || status.get() == Status.STATUS_MARKED_ROLLBACK;
    }

    private void checkActive(String what) throws RollbackException {
        int now = status.get();
        if (now == Status.STATUS_MARKED_ROLLBACK) {
            throw rolledBack(
                    "transaction " + id() + " is marked for rollback: " + what + " is not possible", rollbackCause);
        }
        if (now != Status.STATUS_ACTIVE) {
            throw new IllegalStateException(
                    "transaction " + id() + " is " + StatusNames.of(now) + ": " + what + " is not possible");
        }
    }

    private static RollbackException rolledBack(String message, @Nullable Throwable cause) {
        RollbackException e = new RollbackException(cause == null ? message : message + ": " + cause.getMessage());
        if (cause != null) {
            e.initCause(cause);
        }
        return e;
    }

    // ---- resources -------------------------------------------------------------------------------------------------

    @Override
    public boolean enlistResource(XAResource resource) throws RollbackException, SystemException {
        enlist(resource.getClass().getName(), resource);
        return true;
    }

    void enlist(String name, XAResource resource) throws RollbackException, SystemException {
        branches.enlist(name, resource);
    }

    void enlist(LocalResource resource) throws RollbackException, SystemException {
        branches.enlist(resource);
    }

    @Override
    public boolean delistResource(XAResource resource, int flag) throws SystemException {
        return branches.delist(resource, flag);
    }

    /**
     * Returns the id by which it is decided; opens the log, so that other servers can be told what became of it.
     *
     * @throws IllegalStateException where the log cannot be opened, or was closed meanwhile
     */
    TransactionId idOfLog() {
        try {
            return branches.durableId();
        } catch (SystemException e) {
            throw new IllegalStateException(e.getMessage(), e);
        }
    }

    /**
     * Adds another server as a branch, also where the transaction is marked for rollback: that server has to hear of it.
     *
     * @return false where the transaction is completing or over
     */
    boolean add(Branch.Xa otherServer) {
        return branches.add(otherServer);
    }

    /**
     * Returns whether anything would have to be done at its completion, beside what the server itself has registered with an imported
     * one.
     */
    boolean hasWork() {
        lock.lock();
        try {
            return !branches.isEmpty() || synchronizations.count() > 1 || kept != null && !kept.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    // ---- what is kept with it --------------------------------------------------------------------------------------

    @Override
    public void registerSynchronization(Synchronization synchronization) throws RollbackException {
        lock.lock();
        try {
            checkActive("a Synchronization");
            synchronizations.add(synchronization);
        } finally {
            lock.unlock();
        }
    }

    /** Registers one that runs inside of those of applications, also where the transaction is marked for rollback. */
    void interpose(Synchronization synchronization) {
        lock.lock();
        try {
            if (!isOpen()) {
                throw new IllegalStateException("transaction " + id() + " is " + StatusNames.of(status.get())
                        + ": no Synchronization can be registered");
            }
            synchronizations.interpose(synchronization);
        } finally {
            lock.unlock();
        }
    }

    @Nullable
    Object get(Object key) {
        lock.lock();
        try {
            return kept == null ? null : kept.get(key);
        } finally {
            lock.unlock();
        }
    }

    void put(Object key, @Nullable Object value) {
        lock.lock();
        try {
            if (kept == null) {
                kept = new HashMap<>();
            }
            kept.put(key, value);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the isolation that connections get; 0: that of their data source. */
    int isolation() {
        return isolation;
    }

    void isolation(int level) {
        isolation = level;
    }

    // ---- completion ------------------------------------------------------------------------------------------------

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        try {
            checkCompletable("commit");
            beforeCompletion(null); // with the transaction: synchronizations write what they have kept
        } finally {
            server.dissociate(this);
        }
        complete();
    }

    /** Commits in one phase for a system that has no other branch. */
    void commitFor(SuperiorXid superior)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        try {
            checkCompletable("commit");
            beforeCompletion(superior);
        } finally {
            server.dissociate(this);
        }
        complete();
    }

    private void complete()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        markIf(branches.end(XAResource.TMSUCCESS));
        boolean nothing = branches.isEmpty();
        if (!nothing && isLate()) {
            markIf(late());
        }
        Outcome outcome;
        if (status.compareAndSet(Status.STATUS_ACTIVE, Status.STATUS_PREPARING)) {
            outcome = nothing ? new Outcome.Committed() : coordinator().commit(branches.all());
            end(outcome);
        } else {
            outcome = rollBackMarked(rollbackCause == null ? new ApplicationRollbackException() : rollbackCause);
        }
        OutcomeExceptions.raise(this, outcome);
    }

    /**
     * Prepares for a system that decides.
     *
     * @return true if there is something to commit; false where nothing was changed, and it is over
     * @throws RollbackException when it was rolled back
     */
    boolean prepareFor(SuperiorXid superior) throws RollbackException {
        try {
            checkCompletable("prepare");
            beforeCompletion(superior);
        } finally {
            server.dissociate(this);
        }
        markIf(branches.end(XAResource.TMSUCCESS));
        if (isLate() && !branches.isEmpty()) {
            markIf(late());
        }
        if (!status.compareAndSet(Status.STATUS_ACTIVE, Status.STATUS_PREPARING)) {
            Throwable cause = rollbackCause == null ? new ApplicationRollbackException() : rollbackCause;
            Outcome unused = rollBackMarked(cause);
            throw rolledBack("transaction " + id() + " was rolled back", cause);
        }
        Coordinator preparing = coordinator();
        Throwable refused = preparing.prepareFor(superior, branches.all());
        if (refused != null) {
            end(new Outcome.RolledBack(refused));
            throw rolledBack("transaction " + id() + " was rolled back", refused);
        }
        if (preparing.hasOnlyRead()) {
            end(new Outcome.Committed());
            return false;
        }
        subordinate = preparing;
        return true;
    }

    /** Commits what was prepared for a system that has decided so; the log has that decision. */
    Outcome commitAsDecided() {
        if (!status.compareAndSet(Status.STATUS_PREPARED, Status.STATUS_COMMITTING)) {
            throw impossible("commit");
        }
        Outcome outcome = prepared().commitAsDecided();
        end(outcome);
        return outcome;
    }

    /** Rolls back what was prepared for a system that has decided so. */
    void rollBackAsDecided() {
        if (!status.compareAndSet(Status.STATUS_PREPARED, Status.STATUS_ROLLING_BACK)) {
            throw impossible("rollback");
        }
        prepared().rollback();
        end(new Outcome.RolledBack(null));
    }

    /** Says that another system completes it, and no application here. */
    void coordinatedElsewhere() {
        elsewhere = true;
    }

    boolean isCoordinatedElsewhere() {
        return elsewhere;
    }

    boolean isPrepared() {
        return subordinate != null;
    }

    private Coordinator prepared() {
        Coordinator coordinator = subordinate;
        if (coordinator == null) {
            throw impossible("a second phase");
        }
        return coordinator;
    }

    private void checkCompletable(String what) throws RollbackException {
        int now = status.get();
        if (now == Status.STATUS_ROLLEDBACK || now == Status.STATUS_ROLLING_BACK) {
            throw rolledBack("transaction " + id() + " was rolled back before its " + what, rollbackCause);
        }
        if (now != Status.STATUS_ACTIVE && now != Status.STATUS_MARKED_ROLLBACK) {
            throw impossible(what);
        }
    }

    private IllegalStateException impossible(String what) {
        return new IllegalStateException(
                "transaction " + id() + " is " + StatusNames.of(status.get()) + ": " + what + " is not possible");
    }

    /**
     * Calls what is to be called before the completion.
     *
     * @param superior that decides; null where this server does. A server has asked for what is called before, in the whole tree
     */
    private void beforeCompletion(@Nullable SuperiorXid superior) {
        boolean asked = superior != null && superior.isOfServer();
        if (!asked && elsewhereToo == null) {
            markIf(synchronizations.before(this::isActive, false));
        }
        BeforeCompletion everywhere = elsewhereToo; // one of the registered ones may have called another server
        if (asked || everywhere == null) {
            markIf(synchronizations.before(this::isActive, true));
            everywhere = asked ? null : elsewhereToo;
        }
        if (everywhere != null) {
            everywhere.all();
        }
    }

    /** Returns what calls synchronizations at other servers too; made when a first one is called, or asks. */
    private BeforeCompletion everywhere() {
        lock.lock();
        try {
            BeforeCompletion made = elsewhereToo;
            if (made == null) {
                made = new BeforeCompletion(synchronizations, branches::xa, this::isActive, this::markIf);
                elsewhereToo = made;
            }
            return made;
        } finally {
            lock.unlock();
        }
    }

    /** Calls what is to be called before the completion because a superior asks for that. The thread has the transaction. */
    BeforeCompletion.Told beforeCompletionFor(boolean interposed) {
        return everywhere().asked(interposed, () -> rollbackCause);
    }

    /** Counts a call to another server. */
    void callLeaves() {
        everywhere().called();
    }

    private boolean isActive() {
        return status.get() == Status.STATUS_ACTIVE;
    }

    private void markIf(@Nullable Throwable failure) {
        if (failure != null && !tryMark(failure)) {
            TransactionLog.LOG.debugf(failure, "%s is completing already", this);
        }
    }

    private Coordinator coordinator() {
        return new Coordinator(this::id, server::decisions, server.heuristics(), this::phase, server::unfinished);
    }

    /** Follows the coordinator, and measures the phases of a commit with several resources. */
    private void phase(int next) {
        int before = status.getAndSet(next);
        if (next == Status.STATUS_PREPARING) {
            phaseSince = server.ticker().nanoTime();
        } else if (before == Status.STATUS_PREPARING && phaseSince != 0) {
            long now = server.ticker().nanoTime();
            server.counts().prepared(now - phaseSince);
            phaseSince = next == Status.STATUS_PREPARED ? now : 0;
        }
    }

    /** Rolls back what is marked, unless another thread does it. */
    private Outcome rollBackMarked(@Nullable Throwable cause) {
        Outcome outcome = new Outcome.RolledBack(cause);
        if (status.compareAndSet(Status.STATUS_MARKED_ROLLBACK, Status.STATUS_ROLLING_BACK)) {
            Throwable refused = branches.end(XAResource.TMFAIL);
            if (refused != null) {
                TransactionLog.LOG.debugf(refused, "the end of the branches of %s", this);
            }
            coordinator().rollback(branches.all());
            end(outcome);
        }
        return outcome;
    }

    @Override
    public void rollback() {
        server.dissociate(this);
        int now = status.get();
        if (now == Status.STATUS_ROLLEDBACK || now == Status.STATUS_ROLLING_BACK) {
            return; // its time was over before
        }
        if (!tryMark(new ApplicationRollbackException())) {
            throw impossible("rollback");
        }
        Outcome unused = rollBackMarked(null);
    }

    private TimeoutException late() {
        return new TimeoutException("it has taken more than its time-out of " + timeoutNanos / 1_000_000_000L + " s");
    }

    /**
     * Marks it for rollback because its time is over, and has it ended. Called again and again until it is over.
     */
    void expire() {
        boolean first = status.get() == Status.STATUS_ACTIVE;
        if (!tryMark(late())) {
            return;
        }
        if (first) {
            TransactionLog.LOG.timedOut(
                    id().toString(),
                    application == null ? "the server" : application,
                    timeoutNanos / 1_000_000_000L,
                    thread.getName());
        }
        if (expiring.compareAndSet(false, true)) {
            server.endLate(this);
        }
    }

    boolean isEndedByOperator() {
        return endedByOperator;
    }

    /** Rolls it back because an operator wants that; returns false where it is completing already. */
    boolean endByOperator(String operator) {
        if (!tryMark(new OperatorRollback(operator))) {
            return false;
        }
        endedByOperator = true; // what is in use now is ended as soon as it is not
        TransactionLog.LOG.endedByOperator(
                id().toString(), application == null ? "the server" : application, operator, thread.getName());
        if (expiring.compareAndSet(false, true)) {
            server.endLate(this);
        }
        return true;
    }

    /** Ends what is under way in the resources, and rolls back as soon as none is in use. May wait for a resource. */
    void endLate() {
        if (branches.cancel()) {
            Outcome unused = rollBackMarked(rollbackCause);
        }
        expiring.set(false);
    }

    private void end(Outcome outcome) {
        int last = outcome instanceof Outcome.RolledBack || outcome instanceof Outcome.HeuristicRollback
                ? Status.STATUS_ROLLEDBACK
                : outcome instanceof Outcome.Committed ? Status.STATUS_COMMITTED : Status.STATUS_UNKNOWN;
        if (phaseSince != 0 && outcome instanceof Outcome.Committed) {
            server.counts().followed(server.ticker().nanoTime() - phaseSince);
        }
        status.set(last);
        server.ended(this, outcome);
        synchronizations.after(
                last,
                e -> TransactionLog.LOG.afterCompletionFailed(id().toString(), String.valueOf(e.getMessage()), e));
    }

    /** This transaction, for its branches. */
    private final class Enlisting implements EnlistedBranches.Owner {
        @Override
        public TransactionId id() {
            return ServerTransaction.this.id();
        }

        @Override
        public TransactionId durableId() throws SystemException {
            return server.durableId(number);
        }

        @Override
        public void decidedBy(TransactionId durable) {
            id = durable;
        }

        @Override
        public void checkActive() throws RollbackException {
            ServerTransaction.this.checkActive("another resource");
        }

        @Override
        public boolean isOpen() {
            return ServerTransaction.this.isOpen();
        }

        @Override
        public void mark(Throwable cause) {
            markIf(cause);
        }

        @Override
        public String state() {
            return "transaction " + id() + " is " + StatusNames.of(status.get());
        }
    }

    /** Tells that an operator has it rolled back. */
    static final class OperatorRollback extends Exception {
        private static final long serialVersionUID = 1;

        OperatorRollback(String operator) {
            super("operator " + operator + " had it rolled back", null, false, false);
        }
    }

    @Override
    public String toString() {
        return "transaction " + id() + " (" + StatusNames.of(status.get()) + ")";
    }
}
