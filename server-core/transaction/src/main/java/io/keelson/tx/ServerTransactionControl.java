package io.keelson.tx;

import io.keelson.kernel.spi.transaction.Completion;
import io.keelson.kernel.spi.transaction.LocalResource;
import io.keelson.kernel.spi.transaction.RecoverableResource;
import io.keelson.kernel.spi.transaction.TransactionControl;
import io.keelson.kernel.spi.transaction.TransactionOwner;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.time.Duration;
import java.util.function.Function;
import javax.transaction.xa.XAResource;
import org.jspecify.annotations.Nullable;

/** The transactions of a server for its own rooms. Thread-safe. */
final class ServerTransactionControl implements TransactionControl {
    private final Transactions transactions;
    private final Function<RecoverableResource, AutoCloseable> recovery;

    /** Over those of a server; {@code recovery} takes the resources that are recovered. */
    ServerTransactionControl(Transactions transactions, Function<RecoverableResource, AutoCloseable> recovery) {
        this.transactions = transactions;
        this.recovery = recovery;
    }

    @Override
    public @Nullable Transaction current() {
        return transactions.current();
    }

    @Override
    public Transaction begin(Duration timeout) throws NotSupportedException {
        return transactions.begin(timeout, null);
    }

    @Override
    public @Nullable Transaction suspend() {
        return transactions.suspend();
    }

    @Override
    public void resume(Transaction transaction) throws InvalidTransactionException {
        transactions.resume(transaction);
    }

    @Override
    public void complete(Completion how)
            throws RollbackException, HeuristicMixedException, HeuristicRollbackException, SystemException {
        ServerTransaction current = transactions.required();
        switch (how) {
            case COMMIT -> current.commit();
            case ROLLBACK -> current.rollback();
        }
    }

    @Override
    public void enlist(String name, XAResource resource) throws RollbackException, SystemException {
        transactions.required().enlist(name, resource);
    }

    @Override
    public void enlist(LocalResource resource) throws RollbackException, SystemException {
        transactions.required().enlist(resource);
    }

    @Override
    public void synchronise(Synchronization synchronization) {
        transactions.required().interpose(synchronization);
    }

    @Override
    public @Nullable Object kept(Object key) {
        return transactions.required().get(key);
    }

    @Override
    public void keep(Object key, Object value) {
        transactions.required().put(key, value);
    }

    @Override
    public void isolation(int level) {
        transactions.required().isolation(level);
    }

    @Override
    public int isolation() {
        ServerTransaction current = transactions.current();
        return current == null ? 0 : current.isolation();
    }

    @Override
    public @Nullable TransactionOwner whose(Transaction transaction) {
        return transaction instanceof ServerTransaction ours && ours.server() == transactions ? ours.owner() : null;
    }

    @Override
    public boolean allowUserTransaction(boolean allowed) {
        Association association = allowed ? Association.current() : Association.ofThread();
        boolean before = association == null || !association.userForbidden();
        if (association != null) {
            association.userForbidden(!allowed);
        }
        return before;
    }

    @Override
    public Duration remaining(Transaction transaction) {
        return transaction instanceof ServerTransaction ours
                ? Duration.ofNanos(Math.max(0, ours.timeoutNanos() - ours.age()))
                : Duration.ZERO;
    }

    @Override
    public void onBegin(Runnable begun) {
        transactions.onBegin(begun);
    }

    @Override
    public AutoCloseable recoverable(RecoverableResource resource) {
        return recovery.apply(resource);
    }
}
