package io.keelson.admin;

import io.keelson.base.trace.TraceContext;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.CurrentSpan;
import io.keelson.kernel.context.InvocationContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * For whom a thread works.
 *
 * @param application the application; null: the server's own work
 * @param request the number of the request, as the log has it; 0: none
 * @param user who has logged in; null: nobody
 * @param trace the trace that it belongs to; null: nobody follows it
 */
record ServedWork(
        @Nullable String application,
        long request,
        @Nullable String user,
        @Nullable String trace) {
    /**
     * Returns what all execute threads do, by the number of the thread. It is read while they work, without holding them up. Where a
     * thread has just gone on to the next piece, what is said may be the one or the other.
     */
    static Map<Long, ServedWork> now() {
        Map<Long, ServedWork> all = new HashMap<>();
        for (Thread thread : threads()) {
            if (thread instanceof InvocationContext.ContextThread carrier) {
                InvocationContext context = carrier.invocationContext();
                if (context != null) {
                    Caller caller = context.caller();
                    TraceContext trace = CurrentSpan.idsOf(context);
                    all.put(
                            thread.getId(),
                            new ServedWork(
                                    context.application(),
                                    context.requestId(),
                                    caller == null ? null : caller.principal().getName(),
                                    trace == null ? null : trace.traceId()));
                }
            }
        }
        return all;
    }

    private static Thread[] threads() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] found;
        int count;
        do {
            found = new Thread[root.activeCount() * 2 + 16];
            count = root.enumerate(found);
        } while (count == found.length);
        return java.util.Arrays.copyOf(found, count);
    }

    /** For a person: request 17 of shop for alice. */
    String text() {
        return (request == 0 ? "work" : "request " + request)
                + (application == null ? " of the server itself" : " of " + application)
                + (user == null ? "" : " for " + user)
                + (trace == null ? "" : ", trace " + trace);
    }
}
