package io.keelson.cluster.internal.raft;

import io.keelson.cluster.io.Scheduler;
import io.microraft.executor.RaftNodeExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Executor on which MicroRaft runs: the node's thread, with times that pass faster, until it is closed. Tasks that come
 * after that are dropped, for ever. Closed on the node's thread; {@code open} may be read anywhere.
 */
final class Gate implements RaftNodeExecutor {
    private final Scheduler scheduler;
    private final int scale;
    private volatile boolean open = true;

    Gate(Scheduler scheduler, int scale) {
        this.scheduler = scheduler;
        this.scale = scale;
    }

    boolean isOpen() {
        return open;
    }

    void close() {
        open = false;
    }

    @Override
    public void execute(Runnable task) {
        if (open) {
            scheduler.execute(() -> run(task));
        }
    }

    @Override
    public void submit(Runnable task) {
        execute(task);
    }

    @Override
    public void schedule(Runnable task, long delay, TimeUnit unit) {
        if (open) {
            scheduler.schedule(() -> run(task), unit.toNanos(delay) / scale);
        }
    }

    private void run(Runnable task) {
        if (open) {
            task.run();
        }
    }
}
