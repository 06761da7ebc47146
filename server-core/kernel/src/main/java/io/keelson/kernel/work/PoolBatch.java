package io.keelson.kernel.work;

import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;
import java.util.Arrays;

/** The work that one event loop collects for one pool. Work for another pool is handed over at once. */
final class PoolBatch implements WorkBatch {
    private final ExecutePool pool;
    private Task[] tasks = new Task[32];
    private int size;

    PoolBatch(ExecutePool pool) {
        this.pool = pool;
    }

    @Override
    public boolean add(WorkManager manager, Runnable work) {
        if (!(manager instanceof Lane lane)) {
            throw new IllegalArgumentException("the work manager '" + manager.name() + "' is not of this server");
        }
        PooledWorkManager pooled = lane.manager();
        if (pooled.stage() != pool) {
            return lane.offer(work);
        }
        Task task = pooled.accept(lane, work);
        if (task == null) {
            return false;
        }
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, size * 2);
        }
        tasks[size++] = task;
        return true;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void flush() {
        if (size == 0) {
            return;
        }
        pool.submit(tasks, size);
        Arrays.fill(tasks, 0, size, null);
        size = 0;
    }
}
