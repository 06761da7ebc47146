package io.keelson.ejb.model;

import jakarta.ejb.TransactionAttributeType;
import java.lang.reflect.Method;
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
 */
public record BeanMethod(
        int index,
        Method method,
        TransactionAttributeType transaction,
        AccessRule access,
        boolean writes,
        Patience patience,
        boolean asynchronous,
        @Nullable Remove remove) {
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
