package io.keelson.kernel.context;

import io.keelson.base.trace.Span;
import io.keelson.base.trace.TraceContext;
import org.jspecify.annotations.Nullable;

/** The span that a thread works for, in its {@link InvocationContext}. It follows the work to other threads. */
public final class CurrentSpan {
    private static final InvocationContext.Slot<Span> SLOT = InvocationContext.Slot.travelling();

    private CurrentSpan() {}

    /** The span of that work; null where nobody follows it. */
    public static @Nullable Span of(InvocationContext context) {
        return context.get(SLOT);
    }

    /** The ids of the span of that work; null where nobody follows it. */
    public static @Nullable TraceContext idsOf(@Nullable InvocationContext context) {
        Span span = context == null ? null : of(context);
        return span == null ? null : span.context();
    }

    /** Says for which span the work is done; null for none. */
    public static void put(InvocationContext context, @Nullable Span span) {
        if (span != null || of(context) != null) {
            context.put(SLOT, span);
        }
    }
}
