package io.keelson.jms.store;

/** When a batch counts as kept: WebLogic's synchronous write policies. */
public enum WritePolicy {
    /** When the device has it: each write goes through all caches of the operating system by itself ({@code O_DSYNC}). */
    DIRECT_WRITE,
    /** When the device has it: writes are followed by a flush of the operating system's caches. */
    CACHE_FLUSH,
    /** When the operating system has it: it survives the process, not the machine. */
    DISABLED
}
