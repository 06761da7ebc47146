package io.keelson.ee.security.authorization;

import io.keelson.kernel.context.InvocationContext;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/**
 * The call that the calling thread serves, for handlers of policy contexts. It stays with the invocation context in which it was set.
 * Immutable.
 *
 * @param request the request of a web module; null in a call of a bean
 * @param arguments those of a bean's method; null in a request. Not copied
 */
record RunningCall(
        @Nullable HttpServletRequest request, @Nullable Object @Nullable [] arguments) {
    private static final InvocationContext.Slot<RunningCall> SLOT = InvocationContext.Slot.staying();

    static @Nullable RunningCall current() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(SLOT);
    }

    /** Sets the call of the calling thread's context; null for none. Does nothing outside of any context. */
    static void current(@Nullable RunningCall call) {
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            context.put(SLOT, call);
        }
    }
}
