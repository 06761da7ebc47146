package io.keelson.kernel.work;

import java.util.List;

/** What the work managers and their threads do now, for the management room. Provided by the kernel. Thread-safe. */
public interface WorkRuntimes {
    /** Every work manager that exists, those of closed applications until their last work has ended. */
    List<WorkManagerRuntime> workManagers();

    /** The self-tuned pool and the pool of administration. */
    List<ThreadPoolRuntime> threadPools();
}
