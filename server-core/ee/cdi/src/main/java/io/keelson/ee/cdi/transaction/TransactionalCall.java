package io.keelson.ee.cdi.transaction;

import io.keelson.kernel.spi.transaction.ApplicationRollbackException;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.interceptor.InvocationContext;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.Transactional;
import jakarta.transaction.TransactionalException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call of a method with {@code @Transactional}. A checked exception commits and another rolls back, but for what the
 * annotation says; what it does not want to roll back wins. Confined to the calling thread.
 *
 * <p>Specification: Jakarta Transactions 2.0, 3.7 Transactional Annotation.
 *
 * @param manager the server's
 * @param control allows and forbids {@code UserTransaction}
 * @param call the call
 */
record TransactionalCall(TransactionManager manager, TransactionControl control, InvocationContext call) {
    /** Calls in the caller's transaction, or where there is none as it is. */
    Object joining() throws Exception {
        boolean caller = manager.getTransaction() != null;
        try {
            return proceed(false);
        } catch (Exception | Error e) {
            if (caller && rollsBack(e)) {
                markForRollback();
            }
            throw e;
        }
    }

    /** Calls in a transaction of its own, which ends with the call. */
    Object inOwn() throws Exception {
        // Without the stack of where it begins, which costs more than the rest: this call ends it.
        control.begin(Duration.ZERO);
        Object result;
        try {
            result = proceed(false);
        } catch (Exception | Error e) {
            endAfter(e);
            throw e;
        }
        commit();
        return result;
    }

    /** Calls as it is; the method may use {@code UserTransaction}. */
    Object openly() throws Exception {
        return proceed(true);
    }

    /** Calls; what held of {@code UserTransaction} before holds again afterwards, as it does while the container completes transactions. */
    private Object proceed(boolean userTransaction) throws Exception {
        boolean before = control.allowUserTransaction(userTransaction);
        try {
            return call.proceed();
        } finally {
            control.allowUserTransaction(before);
        }
    }

    /** Calls without the caller's transaction. */
    Object apart(Step step) throws Exception {
        Transaction callers = manager.suspend();
        try {
            return step.run();
        } finally {
            if (callers != null) {
                manager.resume(callers);
            }
        }
    }

    /** A way to make the call. */
    interface Step {
        Object run() throws Exception;
    }

    private void markForRollback() throws SystemException {
        if (manager.getStatus() == Status.STATUS_ACTIVE) {
            manager.setRollbackOnly();
        }
    }

    /** The method's exception is what the caller gets; what fails on the way is kept with it. */
    private void endAfter(Throwable thrown) {
        try {
            if (rollsBack(thrown) || manager.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                manager.rollback();
            } else {
                commit();
            }
        } catch (Exception e) {
            thrown.addSuppressed(e);
        }
    }

    /** Commits, or rolls back what is marked. The application's own mark is its will; by any other the caller hears of it. */
    private void commit() throws SystemException {
        boolean marked = manager.getStatus() == Status.STATUS_MARKED_ROLLBACK;
        try {
            manager.commit();
        } catch (Exception e) {
            if (marked && e.getCause() instanceof ApplicationRollbackException) {
                return;
            }
            throw new TransactionalException(
                    "the transaction of " + call.getMethod() + " was not committed: " + e.getMessage(), e);
        }
    }

    private boolean rollsBack(Throwable thrown) {
        Transactional declared = declared();
        if (declared != null) {
            if (isOne(thrown, declared.dontRollbackOn())) {
                return false;
            }
            if (isOne(thrown, declared.rollbackOn())) {
                return true;
            }
        }
        return !(thrown instanceof Exception) || thrown instanceof RuntimeException;
    }

    private @Nullable Transactional declared() {
        return call.getInterceptorBinding(Transactional.class);
    }

    private static boolean isOne(Throwable thrown, Class<?>[] types) {
        for (Class<?> type : types) {
            if (type.isInstance(thrown)) {
                return true;
            }
        }
        return false;
    }
}
