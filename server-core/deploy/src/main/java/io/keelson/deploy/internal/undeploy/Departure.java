package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Ticker;
import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.loader.ApplicationClassLoader;
import java.time.Duration;
import java.util.List;

/**
 * Takes an application out of the JVM's own registries, after it was stopped and before its loader is closed, so that nothing
 * holds its classes. Thread-safe.
 */
public final class Departure {
    private final List<Trace> traces;

    public Departure(List<Trace> traces) {
        this.traces = List.copyOf(traces);
    }

    /** Every kind of trace that is known. Hooks and threads first: they may still be using the rest. */
    public static Departure complete(Ticker ticker, Duration threadsGrace, WorkManagers workManagers) {
        return new Departure(List.of(
                new ShutdownHooks(threadsGrace),
                new ApplicationThreads(ticker, threadsGrace),
                new JdbcDrivers(),
                new ManagedBeans(),
                new SecurityProviders(),
                new LogHandlers(),
                new JvmDefaults(),
                new SystemProperties(),
                new StandardStreams(),
                new TlsDefaults(),
                new UrlHandlers(),
                new ImagePlugins(),
                new JvmCaches(),
                new RecordMethods(),
                new PersistenceProviders(Departure.class.getClassLoader()),
                new ThreadLocals(workManagers)));
    }

    /** Notes that an application begins: the loader is made, and none of its code has run. */
    public void beginning(ApplicationClassLoader loader) {
        traces.forEach(trace -> trace.beginning(loader));
    }

    /** Erases what that application left behind. Does not throw. */
    public void of(ApplicationClassLoader loader) {
        for (Trace trace : traces) {
            try {
                trace.erase(loader);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception | LinkageError e) {
                LOG.undoFailed(loader.application(), trace.getClass().getSimpleName(), String.valueOf(e));
            }
        }
    }
}
