package io.keelson.ejb.invocation;

import io.keelson.ejb.model.ApplicationExceptions;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/**
 * Runs a call of a bean that begins and ends transactions itself: never in that of its client. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.6.1 and the table of 9.3.2.
 */
final class BeanManagedStep implements Step {
    private final TransactionManager manager;
    private final ApplicationExceptions exceptions;
    private final Failures failures;
    private final Step next;

    BeanManagedStep(TransactionManager manager, ApplicationExceptions exceptions, Failures failures, Step next) {
        this.manager = manager;
        this.exceptions = exceptions;
        this.failures = failures;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Transaction clients = manager.getTransaction() == null ? null : manager.suspend();
        try {
            return next.run(call);
        } catch (Refusal refusal) {
            throw failures.refused(call, refusal);
        } catch (Throwable thrown) {
            throw exceptions.of(thrown, call.method().method()) == null ? failures.failed(call, thrown) : thrown;
        } finally {
            if (clients != null) {
                manager.resume(clients);
            }
        }
    }
}
