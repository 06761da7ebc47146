package io.keelson.component.spi;

import java.lang.reflect.Method;
import java.util.List;

/**
 * The {@code @PostConstruct} and {@code @PreDestroy} methods of a module's classes, with the methods that its descriptor names in their
 * place. It is apart from construction and injection, so that interceptors can be called around each. One a deployment, attached to it by
 * the contributor {@code component}. Thread-safe.
 *
 * <p>Specification: Jakarta Annotations 3.0, 2.5 jakarta.annotation.PostConstruct; Jakarta Annotations 3.0, 2.6
 * jakarta.annotation.PreDestroy.
 */
public interface LifecycleCallbacks {
    /** Returns the methods to call after injection, in the order of the calls: superclasses first. They are accessible. */
    List<Method> postConstruct(Class<?> type);

    /** Returns the methods to call before an instance is released, in the order of the calls: subclasses first. They are accessible. */
    List<Method> preDestroy(Class<?> type);

    /**
     * Calls the {@code @PostConstruct} methods.
     *
     * @throws Exception what one of them threw; those after it are not called
     */
    void begin(Object instance) throws Exception;

    /** Calls the {@code @PreDestroy} methods. What they throw is logged; all are called. */
    void end(Object instance);
}
