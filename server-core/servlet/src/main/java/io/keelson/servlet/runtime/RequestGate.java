package io.keelson.servlet.runtime;

import io.keelson.base.time.Deadline;
import io.keelson.base.work.WorkManager;
import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.servlet.server.ContainerLog;
import io.keelson.servlet.server.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Entry and exit of an application's requests: they are counted, go on with their work manager, and are waited for when it stops
 * (Servlet 6.1, 2.3.4). Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 2.3.3 Request Handling; Servlet 6.1, 2.3.4 End of Service.
 */
public final class RequestGate {
    private final String application;
    private final Timers timers;
    private final WorkManager standard;
    private final ClassLoader loader;
    private final Gate gate = new Gate();
    private final Set<Waiting> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private volatile boolean destroyed;

    /** Request that goes on without a thread. */
    public interface Waiting {
        /** The application stops, and waits for what is under way. On the thread that stops it. */
        void stopping();

        /** The application stops and cannot wait any longer. Any thread. */
        void cutOff();
    }

    /**
     * Makes a closed gate.
     *
     * @param application the deployment's name
     * @param loader the loader of the application's classes
     * @param standard the work manager of what belongs to no request
     */
    public RequestGate(String application, ClassLoader loader, Timers timers, WorkManager standard) {
        this.application = application;
        this.timers = timers;
        this.standard = standard;
        this.loader = loader;
    }

    /** Lets requests in. */
    public void open() {
        gate.open();
    }

    /** Lets no more in, waits for those that run until the deadline, and cuts off what is left. */
    public void close(Deadline deadline) {
        gate.close();
        closing = true;
        waiting.forEach(Waiting::stopping);
        long left = gate.await(deadline);
        if (left > 0) {
            ContainerLog.LOG.requestsCutOff(left, application);
            waiting.forEach(Waiting::cutOff);
        }
    }

    /** The application has ended: nothing of it runs any more. */
    public void destroyed() {
        destroyed = true;
    }

    /** Returns how many requests are in. */
    public long inside() {
        return gate.inside();
    }

    /** Lets a request in; false where the gate is closed. */
    public boolean enter() {
        return gate.enter();
    }

    /** A request that was let in has ended. */
    public void exit() {
        gate.exit();
    }

    /**
     * Runs work that belongs to no request in the application's context, with its work manager, as soon as that has a
     * place. Of an application that has ended nothing runs.
     */
    public void execute(Runnable work) {
        later(standard, null, () -> inContext(work));
    }

    /** Runs something in the application's context on the calling thread, outside of any request. */
    public void inContext(Runnable action) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(new InvocationContext(application, loader, 0));
        try {
            action.run();
        } finally {
            InvocationContext.exit(previous, before);
        }
    }

    /**
     * Runs work of a request that goes on, with the work manager of that request; when it has no place now, as soon as it has
     * one. Any thread. Of an application that has ended nothing runs any more.
     *
     * @param caller who the request came from, as far as that was known when it came
     */
    public void later(WorkManager manager, @Nullable Caller caller, Runnable work) {
        WorkManager queue = manager.asksForCaller() ? view(manager, caller) : manager;
        if (!queue.offer(work) && !destroyed) {
            timers.after(Timers.PERIOD, () -> later(manager, caller, work));
        }
    }

    /** Returns the work manager as it is for that caller. */
    public static WorkManager view(WorkManager manager, @Nullable Caller caller) {
        return caller == null
                ? manager.forCaller(null, Set.of())
                : manager.forCaller(caller.principal().getName(), caller.groups());
    }

    /** A request goes on without a thread; {@link #close} finds it. */
    public void waits(Waiting request) {
        waiting.add(request);
        if (closing) {
            request.stopping();
        }
    }

    /** A request has ended, or has a thread again until its end. */
    public void waitsNoMore(Waiting request) {
        waiting.remove(request);
    }
}
