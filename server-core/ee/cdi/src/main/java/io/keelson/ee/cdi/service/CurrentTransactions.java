package io.keelson.ee.cdi.service;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import org.jboss.weld.transaction.spi.TransactionServices;

/**
 * Transactional observers, and the built-in bean {@code UserTransaction}. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 28.7 Transactional observers.
 *
 * @param manager the server's
 * @param registry where observers are registered
 * @param user what applications get
 */
public record CurrentTransactions(
        TransactionManager manager, TransactionSynchronizationRegistry registry, UserTransaction user)
        implements TransactionServices {
    @Override
    public void registerSynchronization(Synchronization observer) {
        registry.registerInterposedSynchronization(observer);
    }

    @Override
    public boolean isTransactionActive() {
        try {
            int status = manager.getStatus();
            return status == Status.STATUS_ACTIVE
                    || status == Status.STATUS_COMMITTING
                    || status == Status.STATUS_MARKED_ROLLBACK
                    || status == Status.STATUS_PREPARED
                    || status == Status.STATUS_PREPARING
                    || status == Status.STATUS_ROLLING_BACK;
        } catch (SystemException e) {
            throw new IllegalStateException("the status of the transaction cannot be told", e);
        }
    }

    @Override
    public UserTransaction getUserTransaction() {
        return user;
    }

    @Override
    public void cleanup() {
        // Nothing is kept.
    }
}
