package io.keelson.component.spi;

/**
 * One component while it is made in steps, for containers that put interceptors between the steps and call life-cycle callbacks
 * themselves. Confined
 * to one thread at a time.
 *
 * <ol>
 *   <li>{@link #construct} is called once, then {@link #inject} once with what it returned.
 *   <li>{@link #release} is called once at the end, also where a step has failed; it calls no callback.
 * </ol>
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.7.1; Jakarta Interceptors 2.2, 2.6 Around-construct.
 *
 * @param <T> the class of the component
 */
public interface Assembly<T> {
    /**
     * Calls the constructor.
     *
     * @throws Exception what the constructor threw
     */
    T construct() throws Exception;

    /**
     * Injects fields and methods.
     *
     * @throws Exception what a setter threw, or what is missing
     */
    void inject(T instance) throws Exception;

    /** Ends what was made for the component alone. Must not throw. */
    void release();
}
