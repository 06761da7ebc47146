package io.keelson.ee.security.authorization;

import io.keelson.kernel.context.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * The policy context identifier of the calling thread, in place of the API's own variable. Within an invocation context it is of that, so
 * it follows the work to threads of managed executors, of asynchronous servlets and methods, and goes when the thread leaves the context.
 * Outside of any it is the thread's. Thread-safe.
 *
 * <p>Specification: Authorization 3.0, 4.4 Setting the Policy Context.
 */
final class TravellingIdentifier extends ThreadLocal<@Nullable String> {
    private static final InvocationContext.Slot<String> SLOT = InvocationContext.Slot.travelling();

    @Override
    public @Nullable String get() {
        InvocationContext context = InvocationContext.current();
        return context == null ? super.get() : context.get(SLOT);
    }

    @Override
    public void set(@Nullable String identifier) {
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            context.put(SLOT, identifier);
        } else if (identifier == null) {
            super.remove();
        } else {
            super.set(identifier);
        }
    }

    @Override
    public void remove() {
        set(null);
    }
}
