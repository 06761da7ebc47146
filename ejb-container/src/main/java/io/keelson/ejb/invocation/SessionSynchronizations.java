package io.keelson.ejb.invocation;

import io.keelson.ejb.model.BeanModel;
import jakarta.ejb.EJBException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells stateful beans of the begin and the end of the transactions that use them. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.7 and 8.4.2.
 */
final class SessionSynchronizations {
    private final @Nullable Method afterBegin;
    private final @Nullable Method beforeCompletion;
    private final @Nullable Method afterCompletion;

    SessionSynchronizations(BeanModel model) {
        this.afterBegin = model.stateful().afterBegin();
        this.beforeCompletion = model.stateful().beforeCompletion();
        this.afterCompletion = model.stateful().afterCompletion();
    }

    /**
     * A transaction uses a bean for the first time.
     *
     * @param ended called after the transaction, when the bean has been told
     */
    void began(StatefulEntry entry, Transaction transaction, Runnable ended) throws Throwable {
        Object bean = Objects.requireNonNull(entry.instance()).bean(); // a transaction keeps it in memory
        try {
            transaction.registerSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    if (beforeCompletion != null && !entry.removed()) {
                        before(entry, bean, transaction);
                    }
                }

                @Override
                public void afterCompletion(int status) {
                    try {
                        if (afterCompletion != null && !entry.discarded()) {
                            call(bean, afterCompletion, status == Status.STATUS_COMMITTED);
                        }
                    } catch (EJBException e) {
                        entry.discard();
                    } finally {
                        ended.run();
                    }
                }
            });
        } catch (RollbackException | IllegalStateException e) {
            entry.unbind(); // the transaction is marked for rollback already: there is nothing left to tell
            return;
        }
        if (afterBegin != null) {
            call(bean, afterBegin);
        }
    }

    private void before(StatefulEntry entry, Object bean, Transaction transaction) {
        try {
            call(bean, beforeCompletion);
        } catch (EJBException e) {
            entry.discard();
            try {
                transaction.setRollbackOnly();
            } catch (SystemException | IllegalStateException failed) {
                e.addSuppressed(failed);
            }
            throw e;
        }
    }

    private static void call(Object bean, @Nullable Method method, Object... arguments) {
        if (method == null) {
            return;
        }
        try {
            method.setAccessible(true);
            method.invoke(bean, arguments);
        } catch (InvocationTargetException e) {
            EJBException failed = new EJBException(method + " failed: " + e.getCause());
            failed.initCause(e.getCause());
            throw failed;
        } catch (IllegalAccessException e) {
            throw new EJBException(method + " cannot be called", e);
        }
    }
}
