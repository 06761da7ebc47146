package io.keelson.tx;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.context.InvocationContext.Slot;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of an invocation, in its context. Contexts that are entered within the invocation share it; where the invocation ends
 * with
 * a transaction, that is rolled back and said. Belongs to the thread of the invocation.
 */
final class Association {
    private static final Slot<Association> SLOT = Slot.ofInvocation(Association::forget);

    private @Nullable ServerTransaction transaction;
    private long timeoutNanos;
    private boolean userForbidden;

    private Association() {}

    /** Returns that of the calling thread; null where it has none yet. */
    static @Nullable Association current() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(SLOT);
    }

    /** Returns that of the calling thread, made at the first call. */
    static Association ofThread() {
        InvocationContext context = InvocationContext.currentOrBare();
        Association found = context.get(SLOT);
        if (found == null) {
            found = new Association();
            context.put(SLOT, found);
        }
        return found;
    }

    @Nullable
    ServerTransaction transaction() {
        return transaction;
    }

    void transaction(@Nullable ServerTransaction next) {
        transaction = next;
        leaveIfEmpty();
    }

    /** Returns the time-out that the thread's next transactions have; 0: the domain's. */
    long timeoutNanos() {
        return timeoutNanos;
    }

    void timeoutNanos(long next) {
        timeoutNanos = next;
        leaveIfEmpty();
    }

    boolean userForbidden() {
        return userForbidden;
    }

    void userForbidden(boolean next) {
        userForbidden = next;
        leaveIfEmpty();
    }

    /** A thread outside of any invocation keeps nothing. */
    private void leaveIfEmpty() {
        if (transaction == null && timeoutNanos == 0 && !userForbidden) {
            InvocationContext.leaveBare();
        }
    }

    private static void forget(Association ended) {
        ServerTransaction left = ended.transaction;
        ended.transaction = null;
        if (left == null || left.isOver()) {
            return;
        }
        left.server().forgotten(left);
    }
}
