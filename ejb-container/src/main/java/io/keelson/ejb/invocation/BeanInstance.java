package io.keelson.ejb.invocation;

/**
 * An instance of a bean with its interceptors. Used by one call at a time, but for singletons.
 *
 * @param bean the object of the bean class
 * @param interceptors the objects of the interceptor classes, by slot
 */
public record BeanInstance(Object bean, Object[] interceptors) {}
