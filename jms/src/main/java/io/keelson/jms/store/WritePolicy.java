package io.keelson.jms.store;

/** Moment at which a batch counts as kept: WebLogic's synchronous write policies. */
public enum WritePolicy {
    /** Batches count once the device has them: each write goes through all caches of the operating system by itself ({@code O_DSYNC}). */
    DIRECT_WRITE,
    /** Batches count once the device has them: writes are followed by a flush of the operating system's caches. */
    CACHE_FLUSH,
    /** Batches count once the operating system has them: they survive the process, not the machine. */
    DISABLED
}
