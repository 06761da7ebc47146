package io.keelson.muxer;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads of one muxer, named {@code ExecuteThread: '<n>' for queue: '<name>'} and counted from 0.
 *
 * <p>They are Netty's kind of thread, not a plain one, because on any other thread its buffer caches are looked up
 * through a hash table at each allocation.
 */
final class ReaderThreads implements ThreadFactory {
    private final String queue;
    private final AtomicInteger next = new AtomicInteger();

    ReaderThreads(String queue) {
        this.queue = queue;
    }

    @Override
    public Thread newThread(Runnable body) {
        return thread("ExecuteThread: '" + next.getAndIncrement() + "' for queue: '" + queue + "'", body);
    }

    static Thread thread(String name, Runnable body) {
        Thread thread = new FastThreadLocalThread(null, body, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(ReaderThreads.class.getClassLoader());
        return thread;
    }
}
