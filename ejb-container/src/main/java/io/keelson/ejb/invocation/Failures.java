package io.keelson.ejb.invocation;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EJBTransactionRequiredException;
import jakarta.ejb.EJBTransactionRolledbackException;
import jakarta.ejb.NoSuchEJBException;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.NoSuchObjectLocalException;
import jakarta.ejb.TransactionRequiredLocalException;
import jakarta.ejb.TransactionRolledbackLocalException;
import jakarta.transaction.TransactionRequiredException;
import jakarta.transaction.TransactionRolledbackException;
import java.rmi.AccessException;
import java.rmi.NoSuchObjectException;
import java.rmi.RemoteException;
import java.util.function.BiConsumer;

/**
 * The exceptions by which clients hear of failures. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 9.3 and 9.4.
 */
final class Failures {
    private final String bean;
    private final BiConsumer<BeanCall, Throwable> log;

    /**
     * Makes them for a bean.
     *
     * @param bean its name, for messages
     * @param log hears of system exceptions
     */
    Failures(String bean, BiConsumer<BeanCall, Throwable> log) {
        this.bean = bean;
        this.log = log;
    }

    /** A system exception, with no transaction of the client concerned. */
    Throwable failed(BeanCall call, Throwable thrown) {
        if (thrown instanceof NoSuchEntityException) {
            return gone(call, thrown);
        }
        log.accept(call, thrown);
        String message = bean + "." + call.method().method().getName() + " failed: " + thrown;
        if (call.client().rmi()) {
            return thrown instanceof RemoteException remote ? remote : new RemoteException(message, thrown);
        }
        return thrown instanceof EJBException already ? already : caused(new EJBException(message), thrown);
    }

    /** A system exception in the client's transaction, which is marked for rollback. */
    Throwable rolledBack(BeanCall call, Throwable thrown) {
        if (thrown instanceof NoSuchEntityException) {
            return gone(call, thrown);
        }
        log.accept(call, thrown);
        String message =
                bean + "." + call.method().method().getName() + " failed, and rolls back the transaction: " + thrown;
        return switch (call.client()) {
            case RMI -> rolledBack(message, thrown);
            case LOCAL_COMPONENT -> caused(new TransactionRolledbackLocalException(message), thrown);
            case LOCAL, REMOTE, TIMER, MESSAGE -> caused(new EJBTransactionRolledbackException(message), thrown);
        };
    }

    /** An entity object that somebody has removed (Enterprise JavaBeans 2.1, 18.3.4). */
    private Throwable gone(BeanCall call, Throwable thrown) {
        String message = "the entity bean " + bean + " '" + call.key() + "' is not there: " + thrown.getMessage();
        return switch (call.client()) {
            case RMI -> {
                NoSuchObjectException exception = new NoSuchObjectException(message);
                exception.detail = thrown;
                yield exception;
            }
            case LOCAL_COMPONENT, LOCAL, REMOTE, TIMER, MESSAGE ->
                caused(new NoSuchObjectLocalException(message), thrown);
        };
    }

    /** A commit that became a rollback. */
    Throwable notCommitted(BeanCall call, Exception why) {
        String message = "the transaction of " + bean + "."
                + call.method().method().getName() + " was rolled back when it was to commit: " + why.getMessage();
        return switch (call.client()) {
            case RMI -> rolledBack(message, why);
            case LOCAL_COMPONENT -> caused(new TransactionRolledbackLocalException(message), why);
            case LOCAL, REMOTE, TIMER, MESSAGE -> caused(new EJBTransactionRolledbackException(message), why);
        };
    }

    private static RemoteException rolledBack(String message, Throwable cause) {
        TransactionRolledbackException exception = new TransactionRolledbackException(message);
        exception.detail = cause;
        return exception;
    }

    /** A refusal, as the client's view asks for it. */
    Throwable refused(BeanCall call, Refusal refusal) {
        RuntimeException reason = refusal.reason();
        if (reason instanceof NoSuchEJBException missing) {
            return missing(call, missing);
        }
        return call.client().rmi() ? new RemoteException(reason.getMessage(), reason) : reason;
    }

    /** A bean that is not there, as the client's view asks for it. */
    static Throwable missing(BeanCall call, NoSuchEJBException reason) {
        return switch (call.client()) {
            case RMI -> new NoSuchObjectException(reason.getMessage());
            case LOCAL_COMPONENT -> new NoSuchObjectLocalException(reason.getMessage());
            case LOCAL, REMOTE, TIMER, MESSAGE -> reason;
        };
    }

    /** No transaction where the attribute is {@code MANDATORY}. */
    static Throwable required(BeanCall call) {
        String message = call.method() + " has the attribute MANDATORY, and its caller has no transaction";
        return switch (call.client()) {
            case RMI -> new TransactionRequiredException(message);
            case LOCAL_COMPONENT -> new TransactionRequiredLocalException(message);
            case LOCAL, REMOTE, TIMER, MESSAGE -> new EJBTransactionRequiredException(message);
        };
    }

    /** A transaction where the attribute is {@code NEVER}. */
    static Throwable forbidden(BeanCall call) {
        String message = call.method() + " has the attribute NEVER, and its caller has a transaction";
        return call.client().rmi() ? new RemoteException(message) : new EJBException(message);
    }

    /** A caller that may not call the method. */
    static Throwable denied(BeanCall call, String caller) {
        String message = caller + " may not call " + call.method();
        return switch (call.client()) {
            case RMI -> new AccessException(message);
            case LOCAL_COMPONENT -> new jakarta.ejb.AccessLocalException(message);
            case LOCAL, REMOTE, TIMER, MESSAGE -> new EJBAccessException(message);
        };
    }

    private static EJBException caused(EJBException exception, Throwable cause) {
        exception.initCause(cause);
        return exception;
    }
}
