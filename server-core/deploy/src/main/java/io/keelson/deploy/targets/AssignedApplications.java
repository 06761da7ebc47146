package io.keelson.deploy.targets;

import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The applications of the domain on this server. Published as a service. Thread-safe; operations on one application run one after
 * the other, also with those of {@link io.keelson.deploy.Deployer}, which leaves these applications alone.
 */
public interface AssignedApplications {
    /**
     * Sees whether an application could be deployed: takes the archive in, prepares it as for its deployment, and undoes all of it. What
     * runs under that name runs on.
     *
     * @throws DeploymentException why it cannot
     */
    void rehearse(Assignment assignment, Path archive) throws DeploymentException;

    /**
     * Deploys an application, or replaces what is deployed under its name. It serves when this returns, or is stopped where it is to be.
     *
     * @throws DeploymentException when it cannot be deployed; the previous one of that name then serves on
     */
    Application deploy(Assignment assignment, Path archive) throws DeploymentException;

    /**
     * Gives a version that is deployed beside the active one the new clients; the active one serves who has a session of it from then on.
     * Nothing happens where it has them.
     *
     * @param id as {@link Assignment#id} says
     * @throws DeploymentException when it cannot; both are as they were
     */
    default void activate(String id) throws DeploymentException {
        throw new DeploymentException("this deployer takes no versions");
    }

    /** How that version stands here; null where it does not. */
    default @Nullable Application standing(String id) {
        return null;
    }

    /** How many sessions, copies of sessions and requests of that version this server has; 0 where it does not run. */
    default long users(String id) {
        return 0;
    }

    /** Starts an application that is stopped, or failed to start. One that is to be beside another version starts so. */
    Application start(String name) throws DeploymentException;

    /** Stops an application; it stays deployed. */
    void stop(String name) throws DeploymentException;

    /** Stops and forgets an application. Nothing happens where there is none of that name, or the server's own. */
    void remove(String name) throws DeploymentException;

    /**
     * The {@link Assignment#version versions} that are deployed, by {@link Assignment#id}; those that failed at their first deployment
     * are missing.
     */
    Map<String, String> versions();
}
