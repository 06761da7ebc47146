package io.keelson.ejb.model;

import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A method that the container calls on a bean's instances, with what holds for it.
 *
 * @param index its place in the bean's table of methods
 * @param method of the bean class or a superclass of it
 * @param transaction the attribute with container-managed transactions
 * @param access the callers that may call it
 * @param writes true if a singleton's call needs the lock for itself
 * @param patience how long a call waits for the lock or the instance
 * @param asynchronous true if the call returns before the method runs
 * @param remove the rule of a {@code @Remove} method; null: it is none
 * @param byInterface what holds for calls by interfaces for which the descriptor says other things than for the rest
 */
public record BeanMethod(
        int index,
        Method method,
        TransactionAttributeType transaction,
        AccessRule access,
        boolean writes,
        Patience patience,
        boolean asynchronous,
        @Nullable Remove remove,
        Map<MethodInterface, Rules> byInterface) {
    public BeanMethod {
        byInterface = Map.copyOf(byInterface);
    }

    /** Makes a method for which the same holds whatever interface it is called by. */
    public BeanMethod(
            int index,
            Method method,
            TransactionAttributeType transaction,
            AccessRule access,
            boolean writes,
            Patience patience,
            boolean asynchronous,
            @Nullable Remove remove) {
        this(index, method, transaction, access, writes, patience, asynchronous, remove, Map.of());
    }

    /**
     * The attribute and the callers of a method.
     *
     * @param transaction the attribute with container-managed transactions
     * @param access the callers that may call it
     */
    public record Rules(TransactionAttributeType transaction, AccessRule access) {}

    /** Returns the method as calls by an interface see it. */
    public BeanMethod by(MethodInterface called) {
        Rules rules = byInterface.get(called);
        return rules == null ? this : with(rules);
    }

    /** Returns the method with other rules, whatever interface it is called by. */
    public BeanMethod with(Rules rules) {
        return new BeanMethod(
                index, method, rules.transaction, rules.access, writes, patience, asynchronous, remove, Map.of());
    }

    /**
     * The removal of a stateful bean by one of its methods.
     *
     * @param retainIfException true if an application exception keeps the bean
     */
    public record Remove(boolean retainIfException) {}

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
