package io.keelson.deploy.spi;

import java.util.Set;

/**
 * Contribution of a room to an application that is being deployed. Rooms publish theirs by putting it into {@link Contributors} when their
 * subsystem starts. A part of the server has its made by a {@link ContributorFactory} when the first application needs it.
 *
 * <p>The phases run in this order, each for all contributors (in the order of {@link #after}) before the next begins:
 *
 * <ol>
 *   <li>structure: the deployer opens the archive;
 *   <li>{@link #descriptors}: contributors read their descriptors;
 *   <li>index: the deployer makes the annotation index, and says which parts the application needs; the {@code descriptors} of their
 *       contributors are called now;
 *   <li>{@link #inspect}: contributors look at index and descriptors, and ask for what the application is to see
 *       ({@link Deployment#use});
 *   <li>class loaders: the deployer makes the application's loader; {@link Deployment#classLoader} is there from now on;
 *   <li>{@link #prepare}: contributors load classes and build what they need; nothing of the application runs yet;
 *   <li>{@link #prepared}: the same for what belongs to no module alone, when all modules are prepared;
 *   <li>{@link #start}: the application runs and is reachable when the last contributor has returned;
 *   <li>{@link #started}: all modules serve.
 * </ol>
 *
 * <p>When a phase fails, or at undeployment, everything is undone in reverse: {@link #ending} for those whose {@code started}
 * was called, {@link #stop} for those whose {@code start} was called, then what was given to {@link Deployment#onUndeploy}, then the
 * loaders are closed.
 *
 * <p>A contributor is one object for all applications and is called from one thread at a time for one application, but
 * for several applications at a time.
 */
public interface Contributor {
    /** The name in kebab case: {@code web}. */
    String name();

    /** Names of the contributors that come before this one, where they are there. */
    default Set<String> after() {
        return Set.of();
    }

    /**
     * The kinds of modules that this is the container of: it is called for modules of these kinds only. Empty: it is no container, and is
     * called for modules of all kinds.
     */
    default Set<ModuleKind> containerOf() {
        return Set.of();
    }

    /** Reads descriptors. The class loader is not there yet. */
    default void descriptors(Deployment deployment) throws DeploymentException {}

    /** Looks at the annotation index and the descriptors and says what the application is to see. */
    default void inspect(Deployment deployment) throws DeploymentException {}

    /** Builds what the application needs, with its class loader. */
    default void prepare(Deployment deployment) throws DeploymentException {}

    /** Looks at the application as a whole, when all modules are prepared. Runs in no application's context. */
    default void prepared(WholeApplication application) throws DeploymentException {}

    /** Starts the application's part. Runs with the application's invocation context. */
    default void start(Deployment deployment) throws DeploymentException {}

    /**
     * From now on new clients come to this version; another one that serves at the same places serves on those who have a session there.
     * After {@link #started}, and only where there is another one. Must not throw.
     */
    default void activate(Deployment deployment) {}

    /**
     * Returns how many sessions and requests use the application: while there are some, a version that retires is not undeployed. Any
     * thread.
     */
    default long users(Deployment deployment) {
        return 0;
    }

    /** Stops the application's part; lets requests in flight end first. Must not throw; runs in the application's context. */
    default void stop(Deployment deployment) {}

    /** Starts what works for the application as a whole, when all modules serve. Runs in no application's context. */
    default void started(WholeApplication application) throws DeploymentException {}

    /**
     * Stops what {@link #started} has started, while all modules serve still. Must not throw; runs in no application's context.
     */
    default void ending(WholeApplication application) {}
}
