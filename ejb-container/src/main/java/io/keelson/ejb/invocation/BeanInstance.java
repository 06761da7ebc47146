package io.keelson.ejb.invocation;

/**
 * An instance of a bean with its interceptors. Used by one call at a time, but for singletons.
 *
 * @param bean the object of the bean class
 * @param interceptors the objects of the interceptor classes, by slot
 * @param release ends what its source keeps for it; called once, by the source
 */
public record BeanInstance(Object bean, Object[] interceptors, Runnable release) {
    /** Makes an instance for which nothing is kept. */
    public BeanInstance(Object bean, Object[] interceptors) {
        this(bean, interceptors, () -> {});
    }
}
