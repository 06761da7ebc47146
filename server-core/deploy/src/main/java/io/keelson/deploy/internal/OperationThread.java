package io.keelson.deploy.internal;

import io.keelson.base.thread.Threads;
import io.keelson.deploy.spi.DeploymentException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Runs an operation on a thread of its own that ends with it. What an application's code leaves in thread locals while it is
 * started and stopped goes with the thread; on a pooled one it would hold the application's classes for ever.
 */
final class OperationThread {
    private OperationThread() {}

    /** Runs it and waits; an interrupt of the waiting thread is kept for later. */
    static <T> T call(String name, Operation<T> operation) throws DeploymentException {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = Threads.daemon("keelson.deploy: " + name, () -> {
            try {
                result.complete(operation.run());
            } catch (Throwable e) { // handed to the waiting thread
                result.completeExceptionally(e);
            }
        });
        thread.start();
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof DeploymentException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /** What is run. */
    interface Operation<T> {
        T run() throws DeploymentException;
    }
}
