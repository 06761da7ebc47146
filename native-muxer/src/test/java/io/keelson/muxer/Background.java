package io.keelson.muxer;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** Runs a part of a test on a thread of its own. */
final class Background {
    private Background() {}

    static CompletableFuture<Void> run(Action action) {
        return call(() -> {
            action.run();
            return null;
        });
    }

    static <T> CompletableFuture<T> call(Callable<T> action) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(action.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    interface Action {
        void run() throws Exception;
    }
}
