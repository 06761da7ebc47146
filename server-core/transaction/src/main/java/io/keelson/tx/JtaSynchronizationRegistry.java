package io.keelson.tx;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Registry by which persistence providers and other frameworks keep objects with a transaction. Thread-safe.
 *
 * <p>Specification: Jakarta Transactions 2.0, chapter 4 Transaction Synchronization Registry.
 */
final class JtaSynchronizationRegistry implements TransactionSynchronizationRegistry {
    private final Transactions transactions;

    JtaSynchronizationRegistry(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public @Nullable Object getTransactionKey() {
        ServerTransaction current = transactions.current();
        return current == null ? null : current.key();
    }

    @Override
    public void putResource(Object key, @Nullable Object value) {
        transactions.required().put(Objects.requireNonNull(key, "the key of a resource is null"), value);
    }

    @Override
    public @Nullable Object getResource(Object key) {
        return transactions.required().get(Objects.requireNonNull(key, "the key of a resource is null"));
    }

    @Override
    public void registerInterposedSynchronization(Synchronization synchronization) {
        transactions.required().interpose(synchronization);
    }

    @Override
    public int getTransactionStatus() {
        ServerTransaction current = transactions.current();
        return current == null ? Status.STATUS_NO_TRANSACTION : current.getStatus();
    }

    @Override
    public void setRollbackOnly() {
        transactions.required().setRollbackOnly();
    }

    @Override
    public boolean getRollbackOnly() {
        int status = transactions.required().getStatus();
        return status == Status.STATUS_MARKED_ROLLBACK
                || status == Status.STATUS_ROLLING_BACK
                || status == Status.STATUS_ROLLEDBACK;
    }

    @Override
    public String toString() {
        return "transaction synchronization registry";
    }
}
