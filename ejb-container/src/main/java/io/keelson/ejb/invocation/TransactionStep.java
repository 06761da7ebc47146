package io.keelson.ejb.invocation;

import io.keelson.ejb.model.ApplicationExceptions;
import io.keelson.kernel.spi.transaction.ApplicationRollbackException;
import jakarta.ejb.EJBException;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import org.jspecify.annotations.Nullable;

/**
 * Runs a call in the transaction that its method's attribute asks for, and tells the client what became of it. For beans with
 * container-managed transactions. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 8.6.2 and the tables of 9.3.1 and 9.3.6 to 9.3.9.
 */
final class TransactionStep implements Step {
    private final TransactionManager manager;
    private final ApplicationExceptions exceptions;
    private final Failures failures;
    private final int timeoutSeconds;
    private final Step next;

    /**
     * Makes the step.
     *
     * @param timeoutSeconds the time-out of transactions that it begins; 0: that of the server
     */
    TransactionStep(
            TransactionManager manager,
            ApplicationExceptions exceptions,
            Failures failures,
            int timeoutSeconds,
            Step next) {
        this.manager = manager;
        this.exceptions = exceptions;
        this.failures = failures;
        this.timeoutSeconds = timeoutSeconds;
        this.next = next;
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        Transaction clients = manager.getTransaction();
        TransactionAttributeType attribute = call.method().transaction();
        return switch (attribute) {
            case REQUIRED -> clients == null ? began(call) : joined(call, clients);
            case REQUIRES_NEW -> clients == null ? began(call) : apart(call, true);
            case SUPPORTS -> clients == null ? without(call) : joined(call, clients);
            case NOT_SUPPORTED -> clients == null ? without(call) : apart(call, false);
            case MANDATORY -> {
                if (clients == null) {
                    throw Failures.required(call);
                }
                yield joined(call, clients);
            }
            case NEVER -> {
                if (clients != null) {
                    throw Failures.forbidden(call);
                }
                yield without(call);
            }
        };
    }

    /** Suspends the client's transaction while the call runs in one of its own, or in none. */
    private @Nullable Object apart(BeanCall call, boolean ofItsOwn) throws Throwable {
        Transaction suspended = manager.suspend();
        try {
            return ofItsOwn ? began(call) : without(call);
        } finally {
            if (suspended != null) {
                manager.resume(suspended);
            }
        }
    }

    private @Nullable Object joined(BeanCall call, Transaction clients) throws Throwable {
        try {
            return next.run(call);
        } catch (Refusal refusal) {
            throw failures.refused(call, refusal);
        } catch (Throwable thrown) {
            ApplicationExceptions.Rule rule =
                    exceptions.of(thrown, call.method().method());
            if (rule == null) {
                markQuietly(clients);
                throw failures.rolledBack(call, thrown);
            }
            if (rule.rollback()) {
                markQuietly(clients);
            }
            throw thrown;
        }
    }

    private static void markQuietly(Transaction transaction) throws SystemException {
        try {
            transaction.setRollbackOnly();
        } catch (IllegalStateException e) {
            // it has ended already, by its time-out: there is nothing left to mark
        }
    }

    private @Nullable Object without(BeanCall call) throws Throwable {
        try {
            return next.run(call);
        } catch (Refusal refusal) {
            throw failures.refused(call, refusal);
        } catch (Throwable thrown) {
            if (exceptions.of(thrown, call.method().method()) == null) {
                throw failures.failed(call, thrown);
            }
            throw thrown;
        }
    }

    private @Nullable Object began(BeanCall call) throws Throwable {
        begin();
        Object result;
        try {
            result = next.run(call);
        } catch (Refusal refusal) {
            manager.rollback();
            throw failures.refused(call, refusal);
        } catch (Throwable thrown) {
            ApplicationExceptions.Rule rule =
                    exceptions.of(thrown, call.method().method());
            if (rule == null) {
                rollback(thrown);
                throw failures.failed(call, thrown);
            }
            if (rule.rollback() || manager.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
                rollback(thrown);
            } else {
                commit(call);
            }
            throw thrown;
        }
        if (!call.mayCommit()) {
            call.markRolledBack();
            manager.rollback();
        } else if (manager.getStatus() == Status.STATUS_MARKED_ROLLBACK) {
            endMarked(call);
        } else {
            // Also where it is rolled back already, by its time-out: the client hears of it.
            commit(call);
        }
        return result;
    }

    /** Rolls back what was marked. The bean's own mark is its will; by any other the client hears that nothing was done. */
    private void endMarked(BeanCall call) throws Throwable {
        call.markRolledBack();
        try {
            manager.commit();
        } catch (RollbackException e) {
            if (!(e.getCause() instanceof ApplicationRollbackException)) {
                throw failures.notCommitted(call, e);
            }
        }
    }

    private void begin() throws Exception {
        if (timeoutSeconds > 0) {
            manager.setTransactionTimeout(timeoutSeconds);
        }
        try {
            manager.begin();
        } finally {
            if (timeoutSeconds > 0) {
                manager.setTransactionTimeout(0);
            }
        }
    }

    private void rollback(Throwable because) {
        try {
            manager.rollback();
        } catch (SystemException | IllegalStateException e) {
            because.addSuppressed(e);
        }
    }

    private void commit(BeanCall call) throws Throwable {
        try {
            manager.commit();
        } catch (RollbackException | HeuristicRollbackException e) {
            throw failures.notCommitted(call, e);
        } catch (HeuristicMixedException | SystemException | IllegalStateException e) {
            throw failures.failed(call, e);
        } catch (RuntimeException e) {
            throw new EJBException("the transaction of " + call.method() + " could not be completed", e);
        }
    }
}
