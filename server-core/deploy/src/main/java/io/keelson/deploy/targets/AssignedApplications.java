package io.keelson.deploy.targets;

import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.util.Map;

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

    /** Starts an application that is stopped, or failed to start. */
    Application start(String name) throws DeploymentException;

    /** Stops an application; it stays deployed. */
    void stop(String name) throws DeploymentException;

    /** Stops and forgets an application. Nothing happens where there is none of that name, or the server's own. */
    void remove(String name) throws DeploymentException;

    /** The {@link Assignment#version versions} that are deployed, by name; those that failed at their first deployment are missing. */
    Map<String, String> versions();
}
