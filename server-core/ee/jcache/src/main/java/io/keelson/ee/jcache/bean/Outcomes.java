package io.keelson.ee.jcache.bean;

import jakarta.interceptor.InvocationContext;
import java.util.Arrays;

/** Runs what the annotations do with a cache before a method, after it, or after some of its exceptions only. */
final class Outcomes {
    private Outcomes() {}

    /** Something that is done with a cache. */
    @FunctionalInterface
    interface Action {
        void run();
    }

    /**
     * Returns true if a thrown exception is one of those that count.
     *
     * @param yes exceptions that count; with none of both only {@code otherwise} says it
     * @param no exceptions that do not
     */
    static boolean counts(
            Throwable thrown, Class<? extends Throwable>[] yes, Class<? extends Throwable>[] no, boolean otherwise) {
        if (yes.length == 0 && no.length == 0) {
            return otherwise;
        }
        return (yes.length == 0 || among(thrown, yes)) && !among(thrown, no);
    }

    private static boolean among(Throwable thrown, Class<? extends Throwable>[] types) {
        return Arrays.stream(types).anyMatch(type -> type.isInstance(thrown));
    }

    /** Calls a method, and does something with a cache before or after it. What the method throws goes before what the cache throws. */
    static Object around(
            InvocationContext context,
            boolean after,
            Class<? extends Throwable>[] yes,
            Class<? extends Throwable>[] no,
            Action action)
            throws Exception {
        if (!after) {
            action.run();
            return context.proceed();
        }
        Object result;
        try {
            result = context.proceed();
        } catch (Exception | Error e) {
            if (counts(e, yes, no, false)) {
                quietly(action, e);
            }
            throw e;
        }
        action.run();
        return result;
    }

    /** Does something because a method has thrown, which the caller hears of in any case. */
    static void quietly(Action action, Throwable thrown) {
        try {
            action.run();
        } catch (RuntimeException e) {
            if (e != thrown) {
                thrown.addSuppressed(e);
            }
        }
    }
}
