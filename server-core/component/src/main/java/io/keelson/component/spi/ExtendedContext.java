package io.keelson.component.spi;

/**
 * An extended persistence context as one stateful bean has it. Used by one thread at a time, as the bean is.
 *
 * <p>Specification: Jakarta Persistence 3.2, 7.6.3 Container-managed Extended Persistence Context.
 */
public interface ExtendedContext {
    /** Returns true if it joins transactions by itself. */
    boolean synchronised();

    /**
     * Joins the thread's transaction, where there is one.
     *
     * @throws IllegalStateException when that has another persistence context of the unit
     */
    void join();

    /** Returns the same context for another bean. */
    ExtendedContext inherited();

    /** Says that the bean has ended. The context ends with the last bean that has it. A second call does nothing. */
    void end();
}
