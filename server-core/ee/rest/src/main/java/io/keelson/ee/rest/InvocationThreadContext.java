package io.keelson.ee.rest;

import io.keelson.kernel.context.InvocationContext;
import java.util.Optional;
import org.jboss.resteasy.spi.concurrent.ThreadContext;
import org.jspecify.annotations.Nullable;

/**
 * Takes the invocation context to threads on which RESTEasy works for an application: calls of clients that are not waited for, and
 * streams of events. RESTEasy finds it among the services of the part, and puts it around each task. Thread-safe: what a thread had
 * before is kept with the thread.
 */
public final class InvocationThreadContext implements ThreadContext<Optional<InvocationContext>> {
    private static final ThreadLocal<Entered> ENTERED = new ThreadLocal<>();

    /** Returns a copy, from which each task has one of its own; empty outside of any invocation. */
    @Override
    public Optional<InvocationContext> capture() {
        return Optional.ofNullable(InvocationContext.current()).map(InvocationContext::copy);
    }

    @Override
    public void push(Optional<InvocationContext> captured) {
        captured.ifPresent(context -> {
            ClassLoader loader = Thread.currentThread().getContextClassLoader();
            ENTERED.set(new Entered(InvocationContext.enter(context.copy()), loader, ENTERED.get()));
        });
    }

    @Override
    public void reset(Optional<InvocationContext> captured) {
        Entered entered = captured.isPresent() ? ENTERED.get() : null;
        if (entered == null) {
            return;
        }
        if (entered.around == null) {
            ENTERED.remove();
        } else {
            ENTERED.set(entered.around);
        }
        InvocationContext.exit(entered.previous, entered.loader);
    }

    /**
     * State of a thread before a task.
     *
     * @param previous its context
     * @param loader its context class loader
     * @param around that of the task within which this one runs
     */
    private record Entered(
            @Nullable InvocationContext previous,
            @Nullable ClassLoader loader,
            @Nullable Entered around) {}
}
