package io.keelson.ee.cdi.service;

import jakarta.enterprise.inject.spi.BeanManager;

/**
 * The CDI container of one application, as the threads of the application find it. Thread-safe.
 */
public interface BeanContainer {
    /** The id under which Weld knows it; the same on every server that has the application. */
    String id();

    /**
     * The bean manager of the module that the calling thread works for.
     *
     * @throws IllegalStateException when the container has not started, or has ended
     */
    BeanManager beanManager();

    /**
     * Returns the bean manager of the archive that a class is in; for a class in none that of {@link #beanManager()}.
     *
     * @throws IllegalStateException when the container has not started, or has ended
     */
    BeanManager beanManager(Class<?> caller);
}
