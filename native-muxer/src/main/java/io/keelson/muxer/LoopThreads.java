package io.keelson.muxer;

import io.keelson.base.time.Deadline;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntFunction;

/**
 * Makes the threads of event loops.
 *
 * <p>They are Netty's kind of thread, not a plain one, because on any other thread its buffer caches are looked up
 * through a hash table at each allocation.
 */
final class LoopThreads implements ThreadFactory {
    private final IntFunction<String> name;
    private final List<Thread> made = new CopyOnWriteArrayList<>();

    private LoopThreads(IntFunction<String> name) {
        this.name = name;
    }

    /** Readers of a queue, counted from 0. */
    static LoopThreads readers(String queue) {
        return new LoopThreads(number -> "ExecuteThread: '" + number + "' for queue: '" + queue + "'");
    }

    /** The one thread of a listener. */
    static LoopThreads listener(String threadName) {
        return new LoopThreads(number -> threadName);
    }

    @Override
    public Thread newThread(Runnable body) {
        Thread thread = new FastThreadLocalThread(null, body, name.apply(made.size()));
        thread.setDaemon(true);
        thread.setContextClassLoader(LoopThreads.class.getClassLoader());
        made.add(thread);
        return thread;
    }

    /** Waits until the threads have ended, at most until the deadline. */
    void join(Deadline deadline) {
        try {
            for (Thread thread : made) {
                thread.join(Math.max(1, deadline.remaining().toMillis()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
