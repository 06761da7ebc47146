package io.keelson.deploy.internal.undeploy;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.kernel.loader.ApplicationClassLoader;
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

    /** Erases what that application left behind. Does not throw. */
    public void of(ApplicationClassLoader loader) {
        for (Trace trace : traces) {
            try {
                trace.erase(loader);
            } catch (Exception | LinkageError e) {
                LOG.undoFailed(loader.application(), trace.getClass().getSimpleName(), String.valueOf(e));
            }
        }
    }
}
