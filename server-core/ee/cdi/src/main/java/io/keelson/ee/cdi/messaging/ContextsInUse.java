package io.keelson.ee.cdi.messaging;

import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.jms.JMSContext;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Finds the context behind an injected one at each call: that of the transaction, else that of the request. Thread-safe.
 *
 * <p>Specification: Messaging 3.1, 12.4.4 Scope of injected JMSContext objects.
 *
 * @param registry null on a server without transactions
 * @param beans has the contexts of the request
 */
record ContextsInUse(@Nullable TransactionSynchronizationRegistry registry, BeanManager beans) {
    /** The contexts of one transaction. */
    private static final class OfTransaction extends OpenContexts implements Synchronization {
        @Override
        public void beforeCompletion() {
            // They may still be used.
        }

        @Override
        public void afterCompletion(int status) {
            close();
        }
    }

    /** Returns the context of the calling thread. */
    JMSContext get(ContextKey key) {
        if (registry != null && registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
            return ofTransaction(registry).get(key);
        }
        return beans.createInstance().select(OpenContexts.class).get().get(key);
    }

    private OpenContexts ofTransaction(TransactionSynchronizationRegistry transactions) {
        OfTransaction there = (OfTransaction) transactions.getResource(this);
        if (there == null) {
            there = new OfTransaction();
            transactions.registerInterposedSynchronization(there);
            transactions.putResource(this, there);
        }
        return there;
    }
}
