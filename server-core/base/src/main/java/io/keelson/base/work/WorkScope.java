package io.keelson.base.work;

/**
 * The work managers that an application, or a module of it, sees by name. Scopes are nested: a module's lies in its
 * application's, which lies in the domain. A name is looked up in the scope itself, then outwards, then in the domain. Thread-safe.
 *
 * <p>A work manager that the domain defines is made anew for each application that names it: it has a queue and a share of
 * its own, so that one application's work never stands behind another's. What its definition names beside, that is thread
 * constraints and capacities with a name of their own, is one and the same for all that name it. See
 * docs/design/work-managers.md.
 */
public interface WorkScope extends AutoCloseable {
    /** The name: {@code application/shop}, {@code application/shop/web.war}. */
    String name();

    /**
     * The work manager for what names no other: the one named {@code default} of this scope or the nearest around it that
     * declares one, else the application's own with the limits of the domain's {@code default}. Always the same object.
     */
    WorkManager standard();

    /**
     * The work manager of that name. Where no scope and not the domain defines it, that is said in the log, once for each
     * name, and work goes to {@link #standard}. Ask when the application is deployed and keep the answer: it takes a lock.
     *
     * @return the same object for the same name
     * @throws IllegalArgumentException when the domain's definition cannot be made here, because a data source that it is
     *     bound to is not there; the message says what is missing
     */
    WorkManager named(String name);

    /**
     * Makes a scope within this one, for a module or a version of the application. Two may have the same name.
     *
     * @param name without slashes
     * @param definitions what its descriptor declares; every work manager of it is made at once
     * @throws IllegalArgumentException when a definition refers to what is defined nowhere, or cannot be made on this
     *     server; the message names both. Nothing is left behind then
     * @throws IllegalStateException when this scope is closed
     */
    WorkScope inner(String name, WorkDefinitions definitions);

    /**
     * Lets all work managers of this scope and of those within it refuse new work. What is queued still runs. Does not
     * block. May be called more than once.
     */
    @Override
    void close();
}
