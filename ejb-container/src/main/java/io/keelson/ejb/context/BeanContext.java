package io.keelson.ejb.context;

import jakarta.ejb.EJBException;
import jakarta.ejb.EJBHome;
import jakarta.ejb.EJBLocalHome;
import jakarta.ejb.EJBLocalObject;
import jakarta.ejb.EJBObject;
import jakarta.ejb.EntityContext;
import jakarta.ejb.MessageDrivenContext;
import jakarta.ejb.SessionContext;
import jakarta.ejb.TimerService;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;
import java.security.Principal;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The context of whichever bean the calling thread works for. One object serves all beans of a server. An operation that the bean's
 * phase does not allow throws IllegalStateException. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.3 and the tables of 4.6.2, 4.7.2, 4.8.6, 5.5.1.
 */
public final class BeanContext implements SessionContext, MessageDrivenContext, EntityContext {
    private final TransactionManager manager;
    private final Supplier<UserTransaction> userTransaction;

    /** Makes it for a server with these transactions. */
    public BeanContext(TransactionManager manager, Supplier<UserTransaction> userTransaction) {
        this.manager = manager;
        this.userTransaction = userTransaction;
    }

    private static CurrentBean current() {
        CurrentBean current = CurrentBean.get();
        if (current == null) {
            throw new IllegalStateException("the context of a bean is used by a thread that works for none");
        }
        return current;
    }

    private static CurrentBean alive(String operation) {
        CurrentBean current = current();
        if (current.phase() == Phase.CONSTRUCTION || current.phase() == Phase.ACTIVATION) {
            throw current.refused(operation);
        }
        return current;
    }

    /** Callbacks of beans without clients of their own have no caller, but those of stateful beans. */
    private static CurrentBean called(String operation) {
        CurrentBean current = alive(operation);
        if (current.phase() == Phase.LIFECYCLE && !current.bean().stateful()) {
            throw current.refused(operation);
        }
        return current;
    }

    @Override
    public Principal getCallerPrincipal() {
        return called("getCallerPrincipal").bean().caller();
    }

    @Override
    public boolean isCallerInRole(String role) {
        return called("isCallerInRole").bean().callerInRole(role);
    }

    @Override
    public Object lookup(@Nullable String name) {
        if (name == null) {
            throw new IllegalArgumentException("a name to look up is expected, not null");
        }
        return current().bean().lookup(name);
    }

    @Override
    public Map<String, Object> getContextData() {
        return alive("getContextData").bean().contextData();
    }

    @Override
    public UserTransaction getUserTransaction() {
        CurrentBean current = alive("getUserTransaction");
        if (!current.bean().beanManagedTransactions()) {
            throw new IllegalStateException(current.bean().name() + " has container-managed transactions; "
                    + "only beans that manage theirs have a UserTransaction");
        }
        return userTransaction.get();
    }

    private CurrentBean demarcated(String operation) {
        CurrentBean current = alive(operation);
        if (current.bean().beanManagedTransactions()) {
            throw new IllegalStateException(operation + " is for container-managed transactions, and "
                    + current.bean().name() + " manages its own");
        }
        if (current.phase() == Phase.AFTER_COMPLETION) {
            throw current.refused(operation);
        }
        return current;
    }

    private int status() {
        try {
            return manager.getStatus();
        } catch (SystemException e) {
            throw new EJBException("the state of the transaction cannot be told", e);
        }
    }

    @Override
    public void setRollbackOnly() {
        CurrentBean current = marking("setRollbackOnly");
        if (status() == Status.STATUS_NO_TRANSACTION) {
            throw new IllegalStateException(current.bean().name() + " runs in no transaction that it could mark");
        }
        try {
            manager.setRollbackOnly();
        } catch (SystemException e) {
            throw new EJBException("the transaction cannot be marked for rollback", e);
        }
    }

    @Override
    public boolean getRollbackOnly() {
        CurrentBean current = marking("getRollbackOnly");
        int status = status();
        if (status == Status.STATUS_NO_TRANSACTION) {
            throw new IllegalStateException(current.bean().name() + " runs in no transaction");
        }
        return status == Status.STATUS_MARKED_ROLLBACK
                || status == Status.STATUS_ROLLING_BACK
                || status == Status.STATUS_ROLLEDBACK;
    }

    private CurrentBean marking(String operation) {
        CurrentBean current = demarcated(operation);
        if (!current.marksRollback()) {
            throw new IllegalStateException(
                    operation + " is for methods with the attribute REQUIRED, REQUIRES_NEW or MANDATORY; that of "
                            + current.bean().name() + " has another");
        }
        return current;
    }

    @Override
    public TimerService getTimerService() {
        CurrentBean current = current();
        if (current.phase() == Phase.CONSTRUCTION) {
            throw current.refused("getTimerService");
        }
        if (current.bean().stateful()) {
            throw new IllegalStateException("a stateful bean has no timers");
        }
        return current.bean().timers();
    }

    @Override
    public <T> T getBusinessObject(@Nullable Class<T> view) {
        CurrentBean current = alive("getBusinessObject");
        if (view == null) {
            throw new IllegalStateException("a business interface of the bean is expected, not null");
        }
        return current.bean().reference(view, current.key());
    }

    @Override
    public Class<?> getInvokedBusinessInterface() {
        CurrentBean current = current();
        if (current.phase() != Phase.BUSINESS || current.view() == null) {
            throw new IllegalStateException("the bean was not called by a business interface");
        }
        return current.view();
    }

    @Override
    public boolean wasCancelCalled() {
        CurrentBean current = current();
        if (current.phase() != Phase.BUSINESS || current.cancelled() == null) {
            throw new IllegalStateException("wasCancelCalled is for asynchronous methods with a Future");
        }
        return current.cancelled().getAsBoolean();
    }

    @Override
    public EJBHome getEJBHome() {
        return there(current().bean().home(), "remote home interface");
    }

    @Override
    public EJBLocalHome getEJBLocalHome() {
        return there(current().bean().localHome(), "local home interface");
    }

    @Override
    public EJBObject getEJBObject() {
        CurrentBean current = identified("getEJBObject");
        return there(current.bean().object(current.key()), "remote component interface");
    }

    @Override
    public EJBLocalObject getEJBLocalObject() {
        CurrentBean current = identified("getEJBLocalObject");
        return there(current.bean().localObject(current.key()), "local component interface");
    }

    @Override
    public Object getPrimaryKey() {
        CurrentBean current = identified("getPrimaryKey");
        if (!current.bean().entity() || current.key() == null) {
            throw new IllegalStateException(current.bean().name() + " is no entity bean: it has no primary key");
        }
        return current.key();
    }

    /** An entity bean has no identity while it is created, finds others or runs a home method. */
    private static CurrentBean identified(String operation) {
        CurrentBean current = current();
        boolean none = current.bean().entity() && current.key() == null;
        if (none || current.phase() == Phase.CONSTRUCTION) {
            throw current.refused(operation);
        }
        return current;
    }

    private static <T> T there(@Nullable T view, String what) {
        if (view == null) {
            throw new IllegalStateException("the bean has no " + what);
        }
        return view;
    }
}
