package io.keelson.ejb.invocation;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * Lets a bean call others as somebody else than its caller. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 12.3.4 Run-as.
 */
public final class RunAsStep implements Step {
    private static final InvocationContext.Slot<Before> BEFORE = InvocationContext.Slot.staying();

    private final Caller as;
    private final Step next;

    RunAsStep(Caller as, Step next) {
        this.as = as;
        this.next = next;
    }

    private record Before(@Nullable Caller caller) {}

    /** Returns the caller of the bean that the thread works for, whoever that bean runs as; null where nobody is authenticated. */
    public static @Nullable Caller caller() {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return null;
        }
        Before before = context.get(BEFORE);
        return before == null ? context.caller() : before.caller();
    }

    /** Hides what {@link #caller} keeps for the bean around this call; returns it for {@link #leave}. */
    public static @Nullable Object enter() {
        InvocationContext context = InvocationContext.current();
        Before before = context == null ? null : context.get(BEFORE);
        if (before != null && context != null) {
            context.put(BEFORE, null);
        }
        return before;
    }

    /** Puts back what {@link #enter} returned. */
    public static void leave(@Nullable Object before) {
        InvocationContext context = InvocationContext.current();
        if (context != null && before instanceof Before kept) {
            context.put(BEFORE, kept);
        }
    }

    @Override
    public @Nullable Object run(BeanCall call) throws Throwable {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            throw new IllegalStateException("a bean runs within an invocation context");
        }
        Caller own = context.caller();
        context.put(BEFORE, new Before(own));
        context.caller(as);
        try {
            return next.run(call);
        } finally {
            context.caller(own);
            context.put(BEFORE, null);
        }
    }
}
