package io.keelson.base.work;

/** The work managers of a server. Thread-safe. */
public interface WorkManagers {
    /** The name of the work manager for what names no other. */
    String DEFAULT = "default";

    /** The work manager for what names no other. */
    WorkManager standard();

    /** The work manager of administration. It has threads of its own and is there when all others are full. */
    WorkManager administration();

    /**
     * The work manager that the domain defines under that name, for work of the server itself. What belongs to an application
     * asks its {@link WorkScope}.
     *
     * @throws IllegalArgumentException when there is none; the message names the nearest
     */
    WorkManager named(String name);

    /**
     * Makes the work managers of an application. Until it is told more, that is one with the limits of the domain's
     * {@code default}.
     *
     * @return the scope; closed when the application is undeployed
     */
    WorkScope forApplication(String application);

    /** A batch for one event loop. */
    WorkBatch newBatch();

    /**
     * Says how many connections a data source has at most, for the max-threads constraints that are bound to it.
     *
     * @param name the name of the data source
     * @param connections at least 1
     * @throws IllegalStateException when a data source of that name is there already
     */
    ResourceSize dataSource(String name, int connections);

    /**
     * Lets each execute thread that is there now end when its present work is done, and another take its place, so that what
     * an undeployed application left in its thread locals goes with it. Does not wait, and takes no capacity away meanwhile.
     * Work managers whose threads end with each piece of work have nothing to do here.
     */
    default void renewThreads() {}
}
