package io.keelson.deploy;

import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Deploys applications on this server and remembers them over restarts. Published as a service. Thread-safe; operations on
 * one application run one after the other.
 */
public interface Deployer {
    /**
     * Deploys an archive, or replaces the application of that name. The archive is copied into the domain first (a
     * directory is used where it is); the application serves when this returns.
     *
     * @param name letters, digits, dot, hyphen, underscore; at most 100 characters
     * @param contextRoot as {@code /shop}; null when the archive decides
     * @throws DeploymentException when the application cannot be deployed; the previous one of that name then serves on
     */
    Application deploy(String name, Path archive, @Nullable String contextRoot) throws DeploymentException;

    /**
     * The same with a deployment plan.
     *
     * @param plan its text; empty for none; null for the one that the application has
     * @throws DeploymentException as without one, and when the plan is wrong or does not fit; the message has the plan's line
     */
    default Application deploy(String name, Path archive, @Nullable String contextRoot, @Nullable String plan)
            throws DeploymentException {
        if (plan != null && !plan.isEmpty()) {
            throw new DeploymentException("this deployer takes no deployment plans");
        }
        return deploy(name, archive, contextRoot);
    }

    /** The text of an application's deployment plan; empty for none, and where there is no such application. */
    default String plan(String name) {
        return "";
    }

    /** What its deployment plan has changed in the application as it runs. */
    default List<PlanChange> planChanges(String name) {
        return List.of();
    }

    /** Deploys again what is deployed under that name, from its archive as it is now. */
    Application redeploy(String name) throws DeploymentException;

    /**
     * The same with another deployment plan.
     *
     * @param plan its text; empty for none
     */
    default Application redeploy(String name, String plan) throws DeploymentException {
        throw new DeploymentException("this deployer takes no deployment plans");
    }

    /**
     * Stops and forgets an application.
     *
     * @throws DeploymentException when there is none of that name
     */
    void undeploy(String name) throws DeploymentException;

    /** The applications, by name. */
    List<Application> applications();

    /** The application of that name. */
    Optional<Application> application(String name);

    /**
     * An application as an operator sees it.
     *
     * @param name its name
     * @param state where it stands
     * @param contextRoot where it is reached; null while not known
     * @param source where it came from
     * @param deployed when it was deployed last; null for one that never was
     * @param failure why it failed; null unless FAILED
     */
    record Application(
            String name,
            State state,
            @Nullable String contextRoot,
            String source,
            @Nullable Instant deployed,
            @Nullable String failure) {}

    /** Where an application stands. */
    enum State {
        /** It is being deployed. */
        STARTING,
        /** It serves. */
        RUNNING,
        /** It is being undeployed, or stopped. */
        STOPPING,
        /** It is deployed, and does not run as it is not to. */
        STOPPED,
        /** It could not be deployed; see its failure. */
        FAILED
    }
}
