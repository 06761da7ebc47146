package io.keelson.remoting.internal.call;

import io.keelson.base.thread.Threads;
import io.keelson.base.work.WorkManager;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a client: for computations of a login, and for calls that come to objects of its own. Thread-safe. */
public final class Background implements WorkManager, Executor, AutoCloseable {
    private static final int THREADS = 16;
    private static final int QUEUE = 10_000;

    private final String name;
    private final ThreadPoolExecutor threads;
    private final AtomicInteger load = new AtomicInteger();

    /** Starts threads when they are needed. */
    public Background(String name) {
        this.name = name;
        this.threads = new ThreadPoolExecutor(
                THREADS, THREADS, 5, TimeUnit.SECONDS, new LinkedBlockingQueue<>(QUEUE), Threads.daemonFactory(name));
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    @Override
    public boolean offer(Runnable work) {
        load.incrementAndGet();
        try {
            threads.execute(() -> {
                try {
                    work.run();
                } finally {
                    load.decrementAndGet();
                }
            });
            return true;
        } catch (RejectedExecutionException e) {
            load.decrementAndGet();
            return false;
        }
    }

    @Override
    public int load() {
        return load.get();
    }

    /** Interrupts what runs, and waits for the threads' end, at most two seconds. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            boolean ignored = threads.awaitTermination(2, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
