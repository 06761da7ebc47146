package io.keelson.deploy.internal.undeploy;

import io.keelson.base.work.WorkManagers;
import io.keelson.kernel.loader.ApplicationClassLoader;

/** Thread locals that the application left on the server's execute threads: these are renewed. */
public final class ThreadLocals implements Trace {
    private final WorkManagers workManagers;

    public ThreadLocals(WorkManagers workManagers) {
        this.workManagers = workManagers;
    }

    @Override
    public void erase(ApplicationClassLoader loader) {
        workManagers.renewThreads();
    }
}
