package io.keelson.api.cluster;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a class of an application a singleton service of the cluster: a class that implements {@link SingletonService} or
 * {@link LeasedService} (or WebLogic's interface of the first's name), in a WAR's classes or libraries, or in a library that the
 * modules of an EAR share. Each server on which the application is deployed may have the service; one of the cluster has it.
 *
 * <p>The server makes one object when the application serves, by the public constructor without arguments, and calls it in the
 * application's class loader and {@code java:} names. It deactivates the service before the application is undeployed.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface ClusterSingleton {
    /** The name of the service: one for the whole cluster, up to 246 characters. */
    String name();

    /** The server that has it when it can; it is tried first. Empty: any. */
    String userPreferredServer() default "";

    /** The servers that may have it, in the order in which they are tried. Empty: all that have the application. */
    String[] constrainedCandidateServers() default {};

    /** Returns how many more times all candidates are tried after it has failed on each once: 0 to 1,000. */
    int additionalMigrationAttempts() default 2;

    /** Returns how long to wait before all candidates are tried again: 0 to 86,400,000 milliseconds. */
    int millisToSleepBetweenAttempts() default 300_000;

    /** Returns whether it goes back to the preferred server when that returns. */
    boolean failback() default false;

    /** Returns how long {@code activate} may take, then another server is tried: 100 to 3,600,000 milliseconds. */
    int activateTimeoutMillis() default 60_000;

    /** Returns how long {@code deactivate} may take, then the service is let go all the same: 100 to 3,600,000 milliseconds. */
    int deactivateTimeoutMillis() default 30_000;
}
