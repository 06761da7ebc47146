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
        if (!(manager instanceof PooledWorkManager pooled)) {
            throw new IllegalArgumentException("the work manager '" + manager.name() + "' is not of this server");
        }
        if (pooled.pool() != pool) {
            return pooled.offer(work);
        }
        if (!pooled.reserve()) {
            return false;
        }
        if (size == tasks.length) {
            tasks = Arrays.copyOf(tasks, size * 2);
        }
        tasks[size++] = new Task(pooled, work);
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
