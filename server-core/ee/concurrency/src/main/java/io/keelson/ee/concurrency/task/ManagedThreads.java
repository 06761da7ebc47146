package io.keelson.ee.concurrency.task;

import io.keelson.base.thread.ApplicationThread;
import io.keelson.base.thread.Threads;
import io.keelson.ee.concurrency.context.CapturedContext;
import io.keelson.kernel.work.VirtualThreads;
import jakarta.enterprise.concurrent.ManageableThread;
import jakarta.enterprise.concurrent.ManagedThreadFactory;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A factory of threads of one module. They run in the context that the factory was made with and are interrupted at the module's end.
 * Thread-safe.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.4 ManagedThreadFactory.
 */
public final class ManagedThreads implements ManagedThreadFactory {
    private final String name;
    private final ModuleTasks tasks;
    private final Supplier<CapturedContext> context;
    private final int priority;
    private final boolean virtual;
    private final AtomicInteger numbers;

    /**
     * Makes it.
     *
     * @param name for the names of threads
     * @param numbers of its threads; shared by factories of one name
     * @param context of its threads; asked for each
     * @param priority as that of {@link Thread}
     * @param virtual true for virtual threads, where the JDK has them
     */
    public ManagedThreads(
            String name,
            AtomicInteger numbers,
            ModuleTasks tasks,
            Supplier<CapturedContext> context,
            int priority,
            boolean virtual) {
        this.name = name;
        this.numbers = numbers;
        this.tasks = tasks;
        this.context = context;
        this.priority = priority;
        this.virtual = virtual;
    }

    @Override
    public Thread newThread(Runnable body) {
        Objects.requireNonNull(body, "a thread needs something to run");
        CapturedContext of = open();
        if (virtual) {
            return VirtualThreads.factory(threadName() + " ").newThread(() -> inside(Thread.currentThread(), of, body));
        }
        Thread thread = Threads.apart(() -> new Managed(threadName(), of, body));
        thread.setPriority(priority);
        return thread;
    }

    @Override
    public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
        CapturedContext of = open();
        ForkJoinWorkerThread thread = Threads.apart(() -> new Worker(pool, of));
        thread.setName(threadName());
        thread.setPriority(priority);
        return thread;
    }

    private CapturedContext open() {
        if (tasks.scope().isClosed()) {
            throw new IllegalStateException(tasks.scope().name() + " has ended; " + name + " makes no more threads");
        }
        return context.get();
    }

    private String threadName() {
        return tasks.scope().name() + "/" + name + "-" + numbers.getAndIncrement();
    }

    /** Runs the body of a thread, which is the module's meanwhile. */
    private void inside(Thread thread, CapturedContext of, Runnable body) {
        tasks.add(thread);
        try {
            of.run(body);
        } finally {
            tasks.ended(thread);
        }
    }

    /** A thread of the application. */
    private final class Managed extends ApplicationThread implements ManageableThread {
        private final CapturedContext of;
        private final Runnable body;

        Managed(String name, CapturedContext of, Runnable body) {
            super(name, null);
            this.of = of;
            this.body = body;
        }

        @Override
        public void run() {
            inside(this, of, body);
        }

        @Override
        public boolean isShutdown() {
            return tasks.scope().isClosed();
        }
    }

    /** A thread of a pool of the application. */
    private final class Worker extends ForkJoinWorkerThread implements ManageableThread {
        private final CapturedContext of;

        Worker(ForkJoinPool pool, CapturedContext of) {
            super(pool);
            this.of = of;
        }

        @Override
        @SuppressWarnings("DoNotCall") // the thread's own run, on the thread
        public void run() {
            inside(this, of, super::run);
        }

        @Override
        public boolean isShutdown() {
            return tasks.scope().isClosed();
        }
    }

    @Override
    public String toString() {
        return name + " of " + tasks.scope().name();
    }
}
