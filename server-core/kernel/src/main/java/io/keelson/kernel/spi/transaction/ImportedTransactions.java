package io.keelson.kernel.spi.transaction;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.Xid;

/**
 * Transactions that a system outside has begun, and completes, and in which the server only takes part: those that come with the work of
 * resource adapters. What was prepared outlives a crash, until that system says what becomes of it. Thread-safe.
 *
 * <p>Specification: Connectors 2.1, chapter 15 Transaction Inflow.
 */
public interface ImportedTransactions {
    /**
     * Makes the transaction of an xid the calling thread's, and begins it where the server has none of it yet.
     *
     * @param timeout after which it is rolled back, where it is begun here; zero: the domain's
     * @throws NotSupportedException when the thread has a transaction
     * @throws InvalidTransactionException when it is prepared or over, or the log cannot be read; the message says which
     * @throws IllegalStateException when somebody works in it
     */
    void enter(Xid xid, Duration timeout) throws NotSupportedException, InvalidTransactionException;

    /** Takes the transaction of an xid from the calling thread, where it is that thread's. Its time goes on. */
    void leave(Xid xid);

    /**
     * Prepares.
     *
     * @return {@link javax.transaction.xa.XAResource#XA_OK}, or {@code XA_RDONLY} where there is nothing to commit and it is over
     * @throws XAException {@code XA_RBROLLBACK} where it was rolled back, {@code XAER_NOTA} where there is none, {@code XAER_PROTO} where a
     *     thread works in it or it is prepared already
     */
    int prepare(Xid xid) throws XAException;

    /**
     * Commits what is prepared; with {@code onePhase} what is not.
     *
     * @throws XAException {@code XAER_NOTA} where there is none, {@code XAER_PROTO} where it is not prepared or a thread works in it,
     *     {@code XAER_RMFAIL} where it stays prepared as the log could not be written, {@code XA_RBROLLBACK} where one phase was rolled
     *     back, {@code XA_HEURMIX} or {@code XA_HEURRB} where resources have decided otherwise
     */
    void commit(Xid xid, boolean onePhase) throws XAException;

    /**
     * Rolls back, prepared or not.
     *
     * @throws XAException {@code XAER_NOTA} where there is none, {@code XAER_PROTO} where a thread works in it
     */
    void rollback(Xid xid) throws XAException;

    /** Returns those that are prepared, those of earlier runs of the server too. */
    Xid[] recover() throws XAException;
}
