package io.keelson.ee.opentelemetry.sdk;

import io.keelson.kernel.context.InvocationContext;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.ContextStorage;
import io.opentelemetry.context.Scope;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps OpenTelemetry's context in the context of the invocation, so that it follows work to other threads, and a scope that an
 * application has not closed ends with the invocation. On threads outside of any invocation it lies where the library keeps it.
 * Thread-safe.
 */
public final class InvocationStorage implements ContextStorage {
    private static final InvocationContext.Slot<Context> SLOT = InvocationContext.Slot.travelling();
    private static final AtomicBoolean CLAIMED = new AtomicBoolean();

    private final ContextStorage outside;

    private InvocationStorage(ContextStorage outside) {
        this.outside = outside;
    }

    /**
     * Has the library use this storage. Its static is the part's own copy; it looks for another storage by the context class loader of
     * its first caller, which is therefore that of the part.
     *
     * @param part the loader of the part
     */
    public static void claim(ClassLoader part) {
        if (CLAIMED.compareAndSet(false, true)) {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(part);
            try {
                ContextStorage.addWrapper(InvocationStorage::new);
                Context.current();
            } finally {
                Thread.currentThread().setContextClassLoader(before);
            }
        }
    }

    @Override
    public Scope attach(Context context) {
        InvocationContext here = InvocationContext.current();
        if (here == null) {
            return outside.attach(context);
        }
        Context before = here.get(SLOT);
        if (before == context) {
            return Scope.noop();
        }
        here.put(SLOT, context);
        return () -> leave(here, context, before);
    }

    /** Does nothing on another thread, or where another scope is still open. */
    private static void leave(InvocationContext of, Context context, @Nullable Context before) {
        if (InvocationContext.current() == of && of.get(SLOT) == context) {
            of.put(SLOT, before);
        }
    }

    @Override
    public @Nullable Context current() {
        InvocationContext here = InvocationContext.current();
        Context context = here == null ? null : here.get(SLOT);
        return context == null ? outside.current() : context;
    }
}
