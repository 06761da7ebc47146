package io.keelson.base.work;

/** The work managers of a server. Thread-safe. */
public interface WorkManagers {
    /** The work manager for what names no other. */
    WorkManager standard();

    /** The work manager of administration. It has threads of its own and is there when all others are full. */
    WorkManager administration();

    /**
     * The work manager that the domain defines under that name.
     *
     * @throws IllegalArgumentException when there is none; the message names the nearest
     */
    WorkManager named(String name);

    /**
     * Makes a work manager for an application; its capacity is the domain's default.
     *
     * @return the work manager; closed when the application is undeployed, after which it refuses work
     */
    ApplicationWorkManager forApplication(String application);

    /** A batch for one event loop. */
    WorkBatch newBatch();

    /**
     * Lets each execute thread that is there now end when its present work is done, and another take its place, so that what
     * an undeployed application left in its thread locals goes with it. Does not wait, and takes no capacity away meanwhile.
     * Work managers whose threads end with each piece of work have nothing to do here.
     */
    default void renewThreads() {}

    /** A work manager that ends with its application. */
    interface ApplicationWorkManager extends WorkManager, AutoCloseable {
        /** Refuses new work from now on. What is queued still runs. Does not block. */
        @Override
        void close();
    }
}
