package io.keelson.remoting.internal.call;

import io.keelson.base.work.WorkBatch;
import io.keelson.base.work.WorkManager;

/** Hands over each piece at once: a client has no execute threads that would be woken together. */
public final class DirectBatch implements WorkBatch {
    @Override
    public boolean add(WorkManager manager, Runnable work) {
        return manager.offer(work);
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public void flush() {
        // Nothing is kept.
    }
}
