package io.keelson.ejb.context;

import io.keelson.kernel.context.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * The bean that a thread works for at this moment, kept in a slot of its invocation context. Immutable.
 *
 * @param bean the bean
 * @param phase of its life
 * @param key the identity of a stateful bean; null for other kinds
 * @param view the business interface by which it was called; null where it was called by none
 * @param cancelled tells whether the client has cancelled an asynchronous call; null for others
 * @param marksRollback false in a method whose attribute is SUPPORTS, NOT_SUPPORTED or NEVER (8.6.4)
 */
public record CurrentBean(
        RunningBean bean,
        Phase phase,
        @Nullable Object key,
        @Nullable Class<?> view,
        java.util.function.@Nullable BooleanSupplier cancelled,
        boolean marksRollback) {
    /** Makes the bean of a thread that runs no method with an attribute of its own. */
    public CurrentBean(
            RunningBean bean,
            Phase phase,
            @Nullable Object key,
            @Nullable Class<?> view,
            java.util.function.@Nullable BooleanSupplier cancelled) {
        this(bean, phase, key, view, cancelled, true);
    }

    private static final InvocationContext.Slot<CurrentBean> SLOT = InvocationContext.Slot.staying();

    /** Returns the bean of the calling thread; null where it works for none. */
    public static @Nullable CurrentBean get() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(SLOT);
    }

    /**
     * Refuses a use of the timer service or of a timer that the phase of the thread's bean does not allow. Threads that work for no bean
     * are not refused.
     *
     * @throws IllegalStateException when it is not allowed
     */
    public static void requireTimers(String operation) {
        CurrentBean current = get();
        if (current == null) {
            return;
        }
        boolean allowed = switch (current.phase) {
            case BUSINESS, TIMEOUT, SYNCHRONIZATION -> true;
            case LIFECYCLE -> current.bean.singleton();
            case CONSTRUCTION, ACTIVATION, AFTER_COMPLETION -> false;
        };
        if (!allowed) {
            throw current.refused(operation);
        }
    }

    /** Returns the exception for an operation that the phase does not allow. */
    IllegalStateException refused(String operation) {
        return new IllegalStateException(operation + " is not allowed in the phase " + phase + " of " + bean.name());
    }

    /**
     * Makes this the bean of the calling thread, which has an invocation context.
     *
     * @return the one before, for {@link #leave}
     */
    public @Nullable CurrentBean enter() {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            throw new IllegalStateException("a bean runs within an invocation context");
        }
        CurrentBean before = context.get(SLOT);
        context.put(SLOT, this);
        return before;
    }

    /** Puts back what {@link #enter} returned. */
    public static void leave(@Nullable CurrentBean before) {
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            context.put(SLOT, before);
        }
    }
}
