package io.keelson.ee.concurrency.bean;

import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.interceptor.InvocationContext;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A call of an asynchronous method and the future that its caller has. Thread-safe.
 *
 * @param context the rest of the interceptors, and the method
 */
record AsynchronousCall(InvocationContext context, CompletableFuture<Object> future) {
    /** Calls the method, the only time. */
    @SuppressWarnings("NullAway") // null is a result, too
    void once() {
        if (!future.isDone() && !proceed()) {
            future.complete(null);
        }
    }

    /**
     * Calls the method. What it throws completes the future.
     *
     * @return false if it returned null, and so says nothing about the future
     */
    boolean proceed() {
        Asynchronous.Result.setFuture(future);
        try {
            Object result = context.proceed();
            if (result instanceof CompletionStage<?> stage && stage != future) {
                stage.whenComplete((value, cause) -> settle(value, cause));
            }
            return result != null;
        } catch (Throwable e) { // as for any future, errors are the caller's to see
            future.completeExceptionally(e);
            return true;
        } finally {
            Asynchronous.Result.setFuture(null);
        }
    }

    @SuppressWarnings("NullAway")
    private void settle(@Nullable Object value, @Nullable Throwable cause) {
        if (cause == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(cause);
        }
    }

    /** Says that the method is not called, or not again. */
    void never(Throwable cause) {
        CancellationException cancelled = new CancellationException(
                "the asynchronous method " + context.getMethod() + " is not run: " + cause.getMessage());
        cancelled.initCause(cause);
        future.completeExceptionally(cancelled);
    }
}
