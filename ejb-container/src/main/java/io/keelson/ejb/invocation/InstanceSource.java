package io.keelson.ejb.invocation;

import io.keelson.ejb.context.Phase;
import org.jspecify.annotations.Nullable;

/** Makes and ends instances of one bean, with their interceptors, injection and life-cycle callbacks. Thread-safe. */
public interface InstanceSource {
    /**
     * Makes an instance and calls {@code @PostConstruct}.
     *
     * @throws Throwable what the constructor, the injection or a callback threw
     */
    BeanInstance create() throws Throwable;

    /**
     * Makes an instance for a stateful bean, as {@link #create()}.
     *
     * @param key the identity of the bean; null for other kinds
     */
    default BeanInstance create(@Nullable Object key) throws Throwable {
        return create();
    }

    /** Calls {@code @PreDestroy} and lets the instance go. Must not throw; failures are logged. */
    void destroy(BeanInstance instance);

    /** Code of a bean that the container calls, and which may throw anything. */
    interface Callback {
        /** Calls it. */
        void run() throws Throwable;
    }

    /**
     * Runs a callback of an instance in the surroundings of its bean: the context and names of its module, whoever calls.
     *
     * @param phase of the bean's life
     * @param key the identity of the bean; null for other kinds than stateful
     */
    default void around(Phase phase, @Nullable Object key, BeanInstance instance, Callback callback) throws Throwable {
        callback.run();
    }

    /** Lets an instance go whose method threw a system exception: nothing of it is called. Must not throw. */
    void discard(BeanInstance instance);
}
