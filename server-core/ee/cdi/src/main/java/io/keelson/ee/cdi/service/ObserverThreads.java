package io.keelson.ee.cdi.service;

import io.keelson.base.work.WorkManager;
import io.keelson.kernel.context.InvocationContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jboss.weld.manager.api.ExecutorServices;

/**
 * Runs asynchronous observers on the application's work manager, in the context of who fired the event. Weld starts the application on
 * the calling thread alone: no thread is made. Thread-safe.
 *
 * <p>Specification: CDI 4.1, 9.5.1 Handling multiple asynchronous events.
 */
public final class ObserverThreads implements ExecutorServices {
    private final OfWorkManager executor;

    /**
     * Makes the executor of an application.
     *
     * @param loader of events that are fired outside of any invocation
     */
    public ObserverThreads(String application, ClassLoader loader, WorkManager workManager) {
        executor = new OfWorkManager(application, loader, workManager);
    }

    @Override
    public ExecutorService getTaskExecutor() {
        return executor;
    }

    @Override
    public <T> List<Future<T>> invokeAllAndCheckForExceptions(Collection<? extends Callable<T>> tasks) {
        List<Future<T>> all = new ArrayList<>();
        for (Callable<T> task : tasks) {
            FutureTask<T> future = new FutureTask<>(task);
            future.run();
            try {
                future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the CDI container starts", e);
            } catch (java.util.concurrent.ExecutionException e) {
                if (e.getCause() instanceof RuntimeException runtime) {
                    throw runtime;
                }
                throw new IllegalStateException("a task of the CDI container's start failed", e.getCause());
            }
            all.add(future);
        }
        return all;
    }

    @Override
    public <T> List<Future<T>> invokeAllAndCheckForExceptions(TaskFactory<T> factory) {
        return invokeAllAndCheckForExceptions(factory.createTasks(1));
    }

    @Override
    public void cleanup() {
        executor.shutdown();
    }

    /** The work manager as an executor. */
    private static final class OfWorkManager extends AbstractExecutorService {
        private final String application;
        private final ClassLoader loader;
        private final WorkManager workManager;
        private final Phaser running = new Phaser(1);
        private volatile boolean shutdown;

        OfWorkManager(String application, ClassLoader loader, WorkManager workManager) {
            this.application = application;
            this.loader = loader;
            this.workManager = workManager;
        }

        @Override
        public void execute(Runnable task) {
            InvocationContext here = InvocationContext.current();
            InvocationContext there = here == null ? new InvocationContext(application, loader, 0) : here.copy();
            if (shutdown || running.register() < 0) {
                throw new RejectedExecutionException("the application " + application + " has ended");
            }
            if (!workManager.offer(() -> run(there, task))) {
                running.arriveAndDeregister();
                throw new RejectedExecutionException("the work manager " + workManager.name()
                        + " takes no more work; an asynchronous observer of " + application + " does not run");
            }
        }

        private void run(InvocationContext context, Runnable task) {
            ClassLoader before = Thread.currentThread().getContextClassLoader();
            InvocationContext previous = InvocationContext.enter(context);
            try {
                task.run();
            } finally {
                InvocationContext.exit(previous, before);
                running.arriveAndDeregister();
            }
        }

        @Override
        public void shutdown() {
            if (!shutdown) {
                shutdown = true;
                running.arriveAndDeregister();
            }
        }

        @Override
        public List<Runnable> shutdownNow() {
            shutdown();
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shutdown;
        }

        @Override
        public boolean isTerminated() {
            return running.isTerminated();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            try {
                running.awaitAdvanceInterruptibly(running.getPhase(), timeout, unit);
                return true;
            } catch (TimeoutException e) {
                return isTerminated();
            }
        }
    }
}
