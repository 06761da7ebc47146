package io.keelson.ee.microprofile.tolerance;

import io.keelson.base.work.WorkManager;
import io.keelson.deploy.spi.Deployment;
import io.keelson.kernel.context.InvocationContext;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The work manager of an application as an executor. A task runs in a copy of the context of whoever hands it over; what comes from
 * SmallRye's timer runs in that of the application. After the end of the application it refuses tasks. Thread-safe.
 */
public final class ApplicationExecutor extends AbstractExecutorService {
    private final String application;
    private final ClassLoader loader;
    private final WorkManager workManager;
    private final Phaser running = new Phaser(1);
    private volatile boolean shutdown;

    /** Makes that of an application; tasks run on the work manager of the module. */
    public ApplicationExecutor(Deployment module) {
        this.application = module.application();
        this.loader = module.classLoader();
        this.workManager = module.workManager();
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
                    + " takes no more work; a task of " + application + " does not run");
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
    public synchronized void shutdown() {
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
