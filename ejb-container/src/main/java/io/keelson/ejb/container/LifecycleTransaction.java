package io.keelson.ejb.container;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.descriptor.EjbJar;
import io.keelson.ejb.descriptor.MethodRules;
import io.keelson.ejb.interceptor.Event;
import io.keelson.ejb.model.BeanKind;
import io.keelson.ejb.model.BeanModel;
import io.keelson.kernel.spi.transaction.ApplicationRollbackException;
import io.keelson.kernel.spi.transaction.TransactionControl;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs life-cycle callbacks apart from the transaction of the client: those of singletons in one of their own unless they say otherwise,
 * those of
 * stateful beans in one of their own if they ask for it, others in none. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.3.4, 4.7.2, 4.8.3 and 8.3.7.
 */
final class LifecycleTransaction {
    private final BeanModel model;
    private final TransactionManager manager;
    private final TransactionControl control;
    private final Set<Event> transacted = EnumSet.noneOf(Event.class);

    /**
     * Makes it for a bean.
     *
     * @param descriptor may give attributes of callbacks
     * @param declared callbacks of the bean class without annotations, by event
     * @throws IllegalArgumentException when the descriptor breaks a rule
     */
    LifecycleTransaction(
            BeanModel model,
            TransactionManager manager,
            TransactionControl control,
            EjbJar descriptor,
            Map<Event, Set<Method>> declared) {
        this.model = model;
        this.manager = manager;
        this.control = control;
        for (Event event : Event.values()) {
            if (!event.call() && isTransacted(descriptor, event, declared.getOrDefault(event, Set.of()))) {
                transacted.add(event);
            }
        }
    }

    /** Allows or forbids {@code UserTransaction} as the bean may use it, whoever makes the instance; returns what held before. */
    boolean allowUser() {
        return control.allowUserTransaction(model.beanManagedTransactions());
    }

    /** Puts back what {@link #allowUser()} returned. */
    void allowUser(boolean before) {
        control.allowUserTransaction(before);
    }

    /** Code that may throw anything. */
    interface Body<T> {
        T run() throws Throwable;
    }

    /** Runs code without the client's transaction. */
    <T> T apart(Body<T> body) throws Throwable {
        Transaction clients = manager.getTransaction() == null ? null : manager.suspend();
        try {
            return body.run();
        } finally {
            if (clients != null) {
                manager.resume(clients);
            }
        }
    }

    /** Runs the callbacks of an event. */
    void around(Event event, DeployedBean.Call callbacks) throws Throwable {
        if (!transacted.contains(event)) {
            callbacks.run();
            return;
        }
        manager.begin();
        try {
            callbacks.run();
        } catch (Throwable e) {
            manager.rollback();
            throw e;
        }
        boolean marked = manager.getStatus() == Status.STATUS_MARKED_ROLLBACK;
        try {
            manager.commit();
        } catch (RollbackException e) {
            if (!marked || !(e.getCause() instanceof ApplicationRollbackException)) {
                throw e;
            }
            // The bean's own mark is its will.
        }
    }

    private boolean isTransacted(EjbJar descriptor, Event event, Set<Method> declared) {
        if (model.beanManagedTransactions()
                || (model.kind() != BeanKind.SINGLETON && model.kind() != BeanKind.STATEFUL)) {
            return false;
        }
        TransactionAttributeType attribute = attribute(descriptor, event, declared);
        if (attribute == null) {
            return model.kind() == BeanKind.SINGLETON;
        }
        return attribute == TransactionAttributeType.REQUIRES_NEW
                || (attribute == TransactionAttributeType.REQUIRED && model.kind() == BeanKind.SINGLETON);
    }

    /** The one of the bean's callback; a class-level attribute counts for singletons, whose callbacks have one by default. */
    private @Nullable TransactionAttributeType attribute(EjbJar descriptor, Event event, Set<Method> declared) {
        for (Class<?> type = model.beanClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!method.isBridge()
                        && (method.isAnnotationPresent(event.annotation()) || declared.contains(method))) {
                    TransactionAttributeType described = described(descriptor, method);
                    TransactionAttribute own = method.getAnnotation(TransactionAttribute.class);
                    TransactionAttribute level = model.kind() == BeanKind.SINGLETON
                            ? type.getDeclaredAnnotation(TransactionAttribute.class)
                            : null;
                    return described != null
                            ? described
                            : own != null ? own.value() : level != null ? level.value() : null;
                }
            }
        }
        return null;
    }

    private @Nullable TransactionAttributeType described(EjbJar descriptor, Method callback) {
        try {
            return MethodRules.ofCallback(descriptor, model, callback);
        } catch (DeploymentException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
