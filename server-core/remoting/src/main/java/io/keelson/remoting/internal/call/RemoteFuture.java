package io.keelson.remoting.internal.call;

import jakarta.ejb.EJBException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The result of a bean's method that returns a Future: a thread of this side waits for the answer. Cancelling interrupts it, and so the
 * call at the server. Thread-safe: {@code this} guards the thread.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.5.
 */
final class RemoteFuture extends CompletableFuture<@Nullable Object> {
    private @Nullable Thread waiting;

    private RemoteFuture() {}

    /** Begins a call. */
    static RemoteFuture begin(Node node, String method, Callable<@Nullable Object> call) {
        RemoteFuture future = new RemoteFuture();
        Runnable task = node.contexts().onBehalf(() -> future.run(call));
        if (!node.own().work().standard().offer(task)) {
            throw new EJBException(method + " was not called: too many asynchronous calls wait for their answers");
        }
        return future;
    }

    private void run(Callable<@Nullable Object> call) {
        if (!begin()) {
            return;
        }
        try {
            complete(call.call());
        } catch (Exception | Error e) { // it is the future's
            completeExceptionally(e);
        } finally {
            end();
        }
    }

    private synchronized boolean begin() {
        waiting = Thread.currentThread();
        return !isDone();
    }

    private synchronized void end() {
        waiting = null;
        boolean ignored = Thread.interrupted(); // meant for this call
    }

    @Override
    public synchronized boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        if (cancelled && mayInterruptIfRunning && waiting != null) {
            waiting.interrupt();
        }
        return cancelled;
    }
}
