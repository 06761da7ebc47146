package io.keelson.ejb.invocation;

import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/**
 * Rolls back a transaction that a method of a stateless or singleton bean has begun and left open, and lets the call fail. Comes
 * between the instance and the bean, so that the instance is discarded. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.3.3.1 and 8.6.3.
 */
final class OpenTransactionStep implements Step {
    private final TransactionManager manager;
    private final Step next;

    OpenTransactionStep(TransactionManager manager, Step next) {
        this.manager = manager;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Object result;
        try {
            result = next.run(call);
        } catch (Throwable thrown) {
            if (manager.getTransaction() != null) {
                manager.rollback();
                throw left(call, thrown);
            }
            throw thrown;
        }
        if (manager.getTransaction() != null) {
            manager.rollback();
            throw left(call, null);
        }
        return result;
    }

    private static IllegalStateException left(BeanCall call, @Nullable Throwable thrown) {
        return new IllegalStateException(
                call.method() + " began a transaction and did not end it; it was rolled back", thrown);
    }
}
