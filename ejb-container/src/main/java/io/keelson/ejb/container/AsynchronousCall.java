package io.keelson.ejb.container;

import io.keelson.ejb.invocation.BeanCall;
import io.keelson.ejb.invocation.ClientKind;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.kernel.context.InvocationContext;
import jakarta.ejb.EJBException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A call that runs on the work manager of its bean while its client goes on: the caller and what else travels go with it, the
 * transaction does not.
 * It is what the client gets as {@code Future} or {@code CompletionStage}. Thread-safe.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.5 Asynchronous Methods.
 */
final class AsynchronousCall extends CompletableFuture<@Nullable Object> {
    private final AtomicBoolean begun = new AtomicBoolean();
    private volatile boolean askedToCancel;

    private AsynchronousCall() {}

    static @Nullable Object begin(
            DeployedBean bean,
            BeanMethod method,
            Class<?> view,
            ClientKind client,
            @Nullable Object key,
            @Nullable Object[] arguments) {
        AsynchronousCall result = new AsynchronousCall();
        boolean answers = method.method().getReturnType() != void.class;
        InvocationContext current = InvocationContext.current();
        InvocationContext context = current == null
                ? new InvocationContext(
                        bean.module().deployment().name(), bean.module().loader(), 0)
                : current.copy();
        BeanCall call = new BeanCall(method, arguments, client, key);
        boolean taken = bean.work().offer(() -> result.run(bean, call, view, context));
        if (!taken) {
            throw new EJBException("the asynchronous call of " + method + " was refused: the work manager '"
                    + bean.work().name()
                    + "' is at its capacity, or the application ends");
        }
        return answers ? result : null;
    }

    private void run(DeployedBean bean, BeanCall call, Class<?> view, InvocationContext context) {
        if (!begun.compareAndSet(false, true)) {
            return; // cancelled before
        }
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        InvocationContext before = InvocationContext.enter(context);
        try {
            boolean answers = call.method().method().getReturnType() != void.class;
            settle(bean.invoke(call, view, answers ? () -> askedToCancel : null));
        } catch (Throwable e) {
            completeExceptionally(e);
        } finally {
            InvocationContext.exit(before, loader);
        }
    }

    /** Takes over what the bean has returned, which is a future of its own. */
    private void settle(@Nullable Object returned) {
        if (returned instanceof CompletionStage<?> stage) {
            stage.whenComplete((value, thrown) -> {
                if (thrown == null) {
                    complete(value);
                } else {
                    completeExceptionally(
                            thrown instanceof CompletionException e && e.getCause() != null ? e.getCause() : thrown);
                }
            });
        } else if (returned instanceof Future<?> future) {
            try {
                complete(future.get());
            } catch (ExecutionException e) {
                completeExceptionally(e.getCause() == null ? e : e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                completeExceptionally(e);
            }
        } else {
            complete(null);
        }
    }

    /** A call that has begun cannot be cancelled; where its client allows it, the bean hears of the wish (4.5.4). */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (begun.compareAndSet(false, true)) {
            return super.cancel(mayInterruptIfRunning);
        }
        if (mayInterruptIfRunning && !isDone()) {
            askedToCancel = true;
        }
        return false;
    }
}
