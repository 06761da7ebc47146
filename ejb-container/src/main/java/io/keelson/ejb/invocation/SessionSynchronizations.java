package io.keelson.ejb.invocation;

import io.keelson.ejb.context.Phase;
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

    private final InstanceSource source;

    SessionSynchronizations(BeanModel model, InstanceSource source) {
        this.source = source;
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
        BeanInstance bean = Objects.requireNonNull(entry.instance()); // a transaction keeps it in memory
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
                            call(
                                    entry,
                                    bean,
                                    Phase.AFTER_COMPLETION,
                                    afterCompletion,
                                    status == Status.STATUS_COMMITTED);
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
            call(entry, bean, Phase.SYNCHRONIZATION, afterBegin);
        }
    }

    private void before(StatefulEntry entry, BeanInstance bean, Transaction transaction) {
        try {
            call(entry, bean, Phase.SYNCHRONIZATION, beforeCompletion);
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

    private void call(
            StatefulEntry entry, BeanInstance instance, Phase phase, @Nullable Method method, Object... arguments) {
        if (method == null) {
            return;
        }
        method.setAccessible(true);
        try {
            source.around(phase, entry.key(), instance, () -> method.invoke(instance.bean(), arguments));
        } catch (InvocationTargetException e) {
            EJBException failed = new EJBException(method + " failed: " + e.getCause());
            failed.initCause(e.getCause());
            throw failed;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            EJBException failed = new EJBException(method + " cannot be called");
            failed.initCause(e);
            throw failed;
        }
    }
}
