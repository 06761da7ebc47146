package io.keelson.deploy.internal;

import io.keelson.base.thread.Threads;
import io.keelson.base.time.Deadline;
import io.keelson.deploy.spi.DeploymentException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs an operation on a thread of its own that ends with it. What an application's code leaves in thread locals while it is
 * started and stopped goes with the thread; on a pooled one it would hold the application's classes for ever.
 */
final class OperationThread {
    private OperationThread() {}

    /** Runs it and waits; an interrupt of the waiting thread is kept for later. */
    static <T> T call(String name, Operation<T> operation) throws DeploymentException {
        try {
            return begin(name, operation).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof DeploymentException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /** Begins it; it goes on whether or not somebody waits. */
    static Begun beginning(String name, Runnable operation) {
        return new Begun(begin(name, () -> {
            operation.run();
            return true;
        }));
    }

    /** An operation that has begun. */
    record Begun(CompletableFuture<Boolean> result) {
        /** Waits until the deadline. Whether it has ended; its failure is passed on. */
        boolean endsBy(Deadline deadline) {
            try {
                return result.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException late) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            } catch (ExecutionException e) {
                throw new CompletionException(e.getCause());
            }
        }
    }

    /** Runs it; nobody waits. It does not throw. */
    static void start(String name, Runnable operation) {
        Threads.daemon("keelson.deploy: " + name, operation).start();
    }

    private static <T> CompletableFuture<T> begin(String name, Operation<T> operation) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Threads.daemon("keelson.deploy: " + name, () -> {
                    try {
                        result.complete(operation.run());
                    } catch (Throwable e) { // handed to the waiting thread
                        result.completeExceptionally(e);
                    }
                })
                .start();
        return result;
    }

    /** Operation that runs on the thread. */
    interface Operation<T> {
        T run() throws DeploymentException;
    }
}
