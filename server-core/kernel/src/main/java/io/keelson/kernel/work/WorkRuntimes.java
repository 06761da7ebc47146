package io.keelson.kernel.work;

import java.util.List;

/** Figures of the work managers and their threads at this moment, for the management room. Provided by the kernel. Thread-safe. */
public interface WorkRuntimes {
    /** Every work manager that exists, those of closed applications until their last work has ended. */
    List<WorkManagerRuntime> workManagers();

    /** The self-tuned pool, the pool of administration, and the virtual threads where the JDK has them. */
    List<ThreadPoolRuntime> threadPools();

    /** Returns what changed the number of threads of the pools lately and why, the oldest first; the last 200 of each pool. */
    List<PoolDecision> decisions();

    /** The threads that have been at one piece of work for too long. */
    List<StuckThread> stuckThreads();
}
