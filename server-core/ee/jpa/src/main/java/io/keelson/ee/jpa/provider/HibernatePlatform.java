package io.keelson.ee.jpa.provider;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;
import org.hibernate.engine.transaction.jta.platform.spi.JtaPlatform;

/**
 * The server's transactions for Hibernate. Its class file is also defined in the loader of an application that brings a Hibernate of its
 * own, so it needs nothing but that and the JDK's and Jakarta's classes. Thread-safe.
 */
public final class HibernatePlatform implements JtaPlatform {
    private static final long serialVersionUID = 1L;

    private final transient TransactionManager transactions;
    private final transient TransactionSynchronizationRegistry registry;

    /** A platform on a server's transactions. */
    public HibernatePlatform(TransactionManager transactions, TransactionSynchronizationRegistry registry) {
        this.transactions = transactions;
        this.registry = registry;
    }

    @Override
    public TransactionManager retrieveTransactionManager() {
        return transactions;
    }

    /** Hibernate begins transactions by the manager. */
    @Override
    public UserTransaction retrieveUserTransaction() {
        throw new UnsupportedOperationException("this server gives Hibernate its transaction manager");
    }

    @Override
    public Object getTransactionIdentifier(Transaction transaction) {
        return transaction;
    }

    @Override
    public boolean canRegisterSynchronization() {
        return registry.getTransactionStatus() == Status.STATUS_ACTIVE;
    }

    @Override
    public void registerSynchronization(Synchronization synchronization) {
        registry.registerInterposedSynchronization(synchronization);
    }

    @Override
    public int getCurrentStatus() throws SystemException {
        return transactions.getStatus();
    }
}
