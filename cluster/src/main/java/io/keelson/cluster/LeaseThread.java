package io.keelson.cluster;

import io.keelson.base.thread.Threads;
import io.keelson.cluster.io.Scheduler;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The thread that all of a node's state belongs to. What comes after its end is dropped. */
final class LeaseThread implements Scheduler {
    private final ScheduledExecutorService executor;

    LeaseThread(String name) {
        executor = Threads.scheduler(name);
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            // the server stops: nobody waits for it any more
        }
    }

    @Override
    public void schedule(Runnable task, long nanos) {
        try {
            executor.schedule(() -> run(task), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // the server stops
        }
    }

    /** Ends it: what waits is dropped, what runs is interrupted. Returns whether it has ended within two seconds. */
    boolean close() throws InterruptedException {
        executor.shutdownNow();
        return executor.awaitTermination(2, TimeUnit.SECONDS);
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) { // the next task has nothing to do with it
            LeasesLog.LOG.taskFailed(e);
        }
    }
}
