package io.keelson.kernel.spi.transaction;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of a server, as its own rooms use them. The transaction of a thread lives in the thread's
 * {@link io.keelson.kernel.context.InvocationContext}: it is that of every context entered within the invocation, follows to no other
 * thread, and is rolled back and named in the log where the invocation ends without its completion. Thread-safe.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>{@link #current} MUST cost no more than a look at the invocation's context.
 *   <li>A server whose transactions all have at most one resource, another server being one, MUST open neither log nor recovery.
 *   <li>{@link #complete} MUST leave the thread without a transaction, whatever it throws.
 *   <li>What it throws MUST be certain: RollbackException only where nothing was committed.
 *   <li>Synchronizations run on the completing thread, before-completion in the order of registration, interposed ones after the others;
 *       after-completion runs interposed ones first.
 * </ol>
 */
public interface TransactionControl {
    /** Returns the calling thread's transaction; null where it has none. */
    @Nullable
    Transaction current();

    /**
     * Begins a transaction on the calling thread.
     *
     * @param timeout after which it is rolled back; zero: the domain's
     * @throws NotSupportedException when the thread has one; there are no nested ones
     */
    Transaction begin(Duration timeout) throws NotSupportedException;

    /** Takes the transaction from the calling thread and returns it; null where there is none. Its time goes on. */
    @Nullable
    Transaction suspend();

    /**
     * Makes a transaction that was suspended the calling thread's.
     *
     * @throws InvalidTransactionException when it is none of this server or is over
     * @throws IllegalStateException when the thread has one
     */
    void resume(Transaction transaction) throws InvalidTransactionException;

    /**
     * Completes the calling thread's transaction.
     *
     * @throws RollbackException when a commit was asked for and it was rolled back; the cause says why
     * @throws HeuristicMixedException when part was committed and part not, or an outcome is unknown
     * @throws HeuristicRollbackException when resources have rolled back by themselves what was to be committed
     * @throws SystemException when it could not be done; nothing is decided yet, and recovery will
     * @throws IllegalStateException when the thread has none
     */
    void complete(Completion how)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException;

    /**
     * Adds a branch of an XA resource to the calling thread's transaction. One that is {@link Cancellable} is told when time is over.
     *
     * @param name by which recovery finds the resource again, as registered with {@link #recoverable}
     * @throws RollbackException when the transaction is marked for rollback
     * @throws SystemException when the resource refuses
     * @throws IllegalStateException when the thread has none, or it is completing
     */
    void enlist(String name, XAResource resource) throws RollbackException, SystemException;

    /**
     * Adds a resource without a prepare to the calling thread's transaction.
     *
     * @throws RollbackException when the transaction is marked for rollback
     * @throws SystemException when it may not take part beside those that do; the message says with whom and what to do
     * @throws IllegalStateException when the thread has none, or it is completing
     */
    void enlist(LocalResource resource) throws RollbackException, SystemException;

    /**
     * Has the calling thread's transaction call back around its completion, inside of what applications have registered.
     *
     * @throws IllegalStateException when the thread has none, or it is completing
     */
    void synchronise(Synchronization synchronization);

    /**
     * Returns what a room keeps with the calling thread's transaction; null where it keeps nothing.
     *
     * @param key by equality, one of the room's own objects
     * @throws IllegalStateException when the thread has none
     */
    @Nullable
    Object kept(Object key);

    /**
     * Keeps something with the calling thread's transaction until that is over.
     *
     * @throws IllegalStateException when the thread has none
     */
    void keep(Object key, Object value);

    /**
     * Sets the isolation of connections that join the calling thread's transaction from now on.
     *
     * @param level as {@link java.sql.Connection} numbers them; 0: that of the data source
     * @throws IllegalStateException when the thread has none
     */
    void isolation(int level);

    /** Returns the isolation of the calling thread's transaction; 0: that of the data source, also where it has none. */
    int isolation();

    /** Returns whose a transaction of this server is; null for one of another. */
    @Nullable
    TransactionOwner whose(Transaction transaction);

    /**
     * Allows or forbids {@code UserTransaction} to the code that the calling thread runs from now on, as beans with container-managed
     * transactions and methods with {@code @Transactional} need it (Jakarta Transactions 2.0, 3.7).
     *
     * @return what held before, to be put back
     */
    boolean allowUserTransaction(boolean allowed);

    /** Returns what is left of a transaction's time, never negative; for calls that take it along. */
    Duration remaining(Transaction transaction);

    /**
     * Has a listener called on the thread that begins a transaction, once it is the thread's. Connections that are open already join so.
     *
     * @param begun must not throw
     */
    void onBegin(Runnable begun);

    /**
     * Registers a resource for recovery: what is in doubt there is resolved now and from time to time.
     *
     * @return ends it; branches that are still in doubt then wait for a resource of that name
     */
    AutoCloseable recoverable(RecoverableResource resource);
}
