package io.keelson.kernel.watch;

import io.keelson.base.thread.SchedulerThread;
import java.util.ArrayList;
import java.util.List;

/** Finds the schedulers' threads among the live threads of the process. That takes some microseconds and stops no thread. */
final class LiveSchedulers {
    private LiveSchedulers() {}

    /** The schedulers' threads of the process, of all servers that it has. */
    static Iterable<SchedulerThread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        for (ThreadGroup parent = root.getParent(); parent != null; parent = parent.getParent()) {
            root = parent;
        }
        Thread[] threads = new Thread[root.activeCount() * 2 + 16];
        int count = root.enumerate(threads);
        List<SchedulerThread> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (threads[i] instanceof SchedulerThread scheduler) {
                found.add(scheduler);
            }
        }
        return found;
    }
}
