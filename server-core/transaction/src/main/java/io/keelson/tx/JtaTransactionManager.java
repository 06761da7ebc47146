package io.keelson.tx;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The transaction manager as frameworks have it. Thread-safe.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.2 TransactionManager Interface.
 */
final class JtaTransactionManager implements TransactionManager {
    private final Transactions transactions;

    JtaTransactionManager(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public void begin() throws NotSupportedException {
        ServerTransaction begun = transactions.begin(Duration.ZERO, transactions.stackOfBegin());
        TransactionLog.LOG.tracef("begun: %s", begun);
    }

    @Override
    public void commit()
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        own("committed").commit();
    }

    @Override
    public void rollback() {
        own("rolled back").rollback();
    }

    /** Returns the thread's transaction, unless another system completes it. */
    private ServerTransaction own(String what) {
        ServerTransaction current = transactions.required();
        if (current.isCoordinatedElsewhere()) {
            throw new SecurityException(current + " began at another server, or in another system, and is " + what
                    + " there; here it can be marked for rollback");
        }
        return current;
    }

    @Override
    public void setRollbackOnly() {
        transactions.required().setRollbackOnly();
    }

    @Override
    public int getStatus() {
        ServerTransaction current = transactions.current();
        return current == null ? Status.STATUS_NO_TRANSACTION : current.getStatus();
    }

    @Override
    public @Nullable Transaction getTransaction() {
        return transactions.current();
    }

    @Override
    public void setTransactionTimeout(int seconds) throws SystemException {
        if (seconds < 0) {
            throw new SystemException("a time-out of " + seconds + " s is not possible; 0 is the domain's");
        }
        Association.ofThread().timeoutNanos(TimeUnit.SECONDS.toNanos(seconds));
    }

    @Override
    public @Nullable Transaction suspend() {
        return transactions.suspend();
    }

    @Override
    public void resume(@Nullable Transaction transaction) throws InvalidTransactionException {
        if (transaction == null) {
            throw new InvalidTransactionException("there is no transaction to resume: it is null");
        }
        transactions.resume(transaction);
    }

    @Override
    public String toString() {
        return "transaction manager";
    }
}
