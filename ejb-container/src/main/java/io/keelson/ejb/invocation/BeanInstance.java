package io.keelson.ejb.invocation;

import io.keelson.component.spi.ExtendedContexts;
import org.jspecify.annotations.Nullable;

/**
 * An instance of a bean with its interceptors. Used by one call at a time, but for singletons.
 *
 * @param bean the object of the bean class
 * @param interceptors the objects of the interceptor classes, by slot
 * @param contexts its extended persistence contexts; null where it is not stateful
 * @param release ends what its source keeps for it; called once, by the source
 */
public record BeanInstance(
        Object bean, Object[] interceptors, @Nullable ExtendedContexts contexts, Runnable release) {
    /** Makes an instance for which nothing is kept. */
    public BeanInstance(Object bean, Object[] interceptors) {
        this(bean, interceptors, null, () -> {});
    }

    /** Returns true if the bean has an extended persistence context, which lives in memory alone. */
    public boolean extended() {
        return contexts != null && !contexts.isEmpty();
    }
}
