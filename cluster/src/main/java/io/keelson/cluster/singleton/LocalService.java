package io.keelson.cluster.singleton;

import io.keelson.base.thread.Threads;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.naming.NameOwner;
import io.keelson.kernel.spi.lease.Lease;
import io.keelson.kernel.spi.lease.LeaseClaim;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A service that this server could have: its object, and the thread on which the object's own code runs, one call after the
 * other. The fields belong to the cluster's thread.
 */
final class LocalService {
    private final String name;
    private final ServiceObject object;
    private final ClassLoader loader;
    private final @Nullable String application;
    private final ScheduledExecutorService thread;

    /** Claim that asks for the lease; null: nothing does. */
    @Nullable
    LeaseClaim claim;

    /** The lease that was granted last; it may have been lost since. */
    @Nullable
    Lease granted;

    /** Activation with which the object was activated last. It is kept until the next: an activation that hangs may yet return. */
    private @Nullable Activation last;

    /** Activation that is active now, whatever has become of its lease; only the service's thread uses it. */
    private @Nullable Activation up;

    /** Lease of an activation, and the owner of the names that it binds. */
    private record Activation(Lease lease, NameOwner owner) {}

    /**
     * A service that this server could have.
     *
     * @param loader the context class loader of its code
     * @param application the application, or the module of it, as which its code runs; null: it is the domain's
     */
    LocalService(String name, ServiceObject object, ClassLoader loader, @Nullable String application) {
        this.name = name;
        this.object = object;
        this.loader = loader;
        this.application = application;
        thread = Threads.scheduler("keelson.singleton: " + name, Duration.ofMinutes(10));
    }

    String name() {
        return name;
    }

    /**
     * Begins to activate the object.
     *
     * @param owner owns the names that it binds; is closed when the activation has failed
     * @param done told on the service's thread: null when it is active, else what it threw
     */
    void activate(Lease lease, NameOwner owner, Consumer<@Nullable Throwable> done) {
        Activation beginning = new Activation(lease, owner);
        last = beginning;
        thread.execute(() -> {
            try {
                in(owner, () -> object.activate(new HeldContext(lease)));
                up = beginning;
            } catch (Throwable e) { // whatever the service throws, the next server tries it
                done.accept(e);
                owner.close();
                return;
            }
            done.accept(null);
        });
    }

    /**
     * Begins to deactivate the object, as what it was activated last. Its names go when others may have the service already:
     * whether the cluster can take them away now is not to hold anybody up, and they are fenced.
     *
     * @param done told on the service's thread: null, or what it threw
     */
    void deactivate(Consumer<@Nullable Throwable> done) {
        Activation ending = Objects.requireNonNull(last, name);
        thread.execute(() -> {
            done.accept(down(ending));
            ending.owner().close();
        });
    }

    /** Runs {@code deactivate}; returns what it threw: it goes all the same. */
    private @Nullable Throwable down(Activation ending) {
        up = null;
        try {
            in(ending.owner(), () -> object.deactivate(new HeldContext(ending.lease())));
            return null;
        } catch (Throwable e) {
            return e;
        }
    }

    /** Gives up code that hangs: should its {@code activate} return after all, the service is deactivated. Then the thread ends. */
    void abandon() {
        thread.execute(() -> {
            Activation still = up;
            if (still != null) {
                Throwable failure = down(still);
                if (failure != null) {
                    SingletonLog.LOG.deactivationFailed(
                            failure, name, still.lease().epoch());
                }
                still.owner().close();
            }
        });
        thread.shutdown();
    }

    /** Takes away the names of code that hangs, and lets it bind no more: on another thread, which may wait for the cluster. */
    void disown() {
        Activation hanging = last;
        if (hanging != null) {
            Threads.daemon("keelson.singleton.clean: " + name, hanging.owner()::close)
                    .start();
        }
    }

    /** Lets the thread end when it has done what it has to do. */
    void shutdown() {
        thread.shutdown();
    }

    /** Waits for that, and interrupts the thread when the time is over. Returns whether it had ended. */
    boolean end(Duration patience) {
        try {
            boolean ended = thread.awaitTermination(Math.max(0, patience.toMillis()), TimeUnit.MILLISECONDS);
            if (!ended) {
                thread.shutdownNow();
            }
            return ended;
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The code of a service. */
    private interface Code {
        void run() throws Throwable;
    }

    /** Runs the service's code as the service: in its class loader, and binding names under its lease. */
    private void in(NameOwner owner, Code code) throws Throwable {
        InvocationContext context = new InvocationContext(application, loader, 0);
        context.put(NameOwner.SLOT, owner);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        InvocationContext previous = InvocationContext.enter(context);
        try {
            code.run();
        } finally {
            InvocationContext.exit(previous, before);
        }
    }
}
