package io.keelson.deploy;

import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.DeploymentException;
import java.nio.file.Path;
import java.time.Duration;
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

    /**
     * The same with a version: where another version is active, it serves its sessions on, and new clients come to this one. Without a
     * version that of the archive's manifest counts. See docs/design/application-versions.md.
     *
     * @throws DeploymentException as without one, and when the versions cannot be side by side
     */
    default Application deploy(
            String name, Path archive, @Nullable String contextRoot, @Nullable String plan, Release release)
            throws DeploymentException {
        if (release.version() != null || release.retireTimeout() != null) {
            throw new DeploymentException("this deployer takes no versions");
        }
        return deploy(name, archive, contextRoot, plan);
    }

    /**
     * Deploys an application whose classes a client in this JVM has itself, as an embeddable container of Enterprise Beans does. The
     * archive says which they are. The client undeploys it before the server stops.
     *
     * @throws DeploymentException as {@link #deploy(String, Path, String)}
     */
    default Application deployForClient(String name, Path archive, ClientApplication client)
            throws DeploymentException {
        throw new DeploymentException("this deployer has no applications of clients");
    }

    /**
     * A version, and what becomes of the one before it.
     *
     * @param version null: what the archive says
     * @param retireTimeout how long the version before it serves its sessions on at most; null: until the last has ended
     */
    record Release(@Nullable String version, @Nullable Duration retireTimeout) {
        /** Release that the archive declares. */
        public static final Release OF_ARCHIVE = new Release(null, null);
    }

    /**
     * Explains an archive without deploying it: what it uses and who serves that, what is missing, what would be converted. It is taken in,
     * indexed and inspected as for a deployment, and removed again; no class of it is loaded. What runs by that name runs on.
     *
     * @param name the name by which it would be deployed
     * @param plan the text of its deployment plan; empty for none
     * @throws DeploymentException when the archive cannot be read; what only its deployment would refuse is a part of the explanation
     */
    default Explanation explain(String name, Path archive, @Nullable String contextRoot, String plan)
            throws DeploymentException {
        throw new DeploymentException("this deployer explains nothing");
    }

    /** The text of an application's deployment plan; empty for none, and where there is no such application. */
    default String plan(String name) {
        return "";
    }

    /** Returns what its deployment plan has changed in the application as it runs. */
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
     * Makes a version that retires active again, with the sessions that it has; the active one retires from now on. Of the version that is
     * active: {@link #redeploy(String)}.
     *
     * @throws DeploymentException when there is no such version
     */
    default Application redeployVersion(String name, String version) throws DeploymentException {
        throw new DeploymentException("this deployer takes no versions");
    }

    /**
     * Stops and forgets an application, all versions of it.
     *
     * @throws DeploymentException when there is none of that name
     */
    void undeploy(String name) throws DeploymentException;

    /**
     * Stops and forgets one version. Where another retires, that is active then.
     *
     * @throws DeploymentException when there is no such version
     */
    default void undeploy(String name, String version) throws DeploymentException {
        throw new DeploymentException("this deployer takes no versions");
    }

    /** The applications, by name; versions of one side by side, the active one first. */
    List<Application> applications();

    /** The application of that name; of several versions the active one. */
    Optional<Application> application(String name);

    /** A version of an application. */
    default Optional<Application> application(String name, String version) {
        return applications().stream()
                .filter(one -> one.name().equals(name) && version.equals(one.version()))
                .findFirst();
    }

    /**
     * An application as an operator sees it.
     *
     * @param name its name
     * @param version which of several versions it is; null for one without
     * @param state where it stands
     * @param contextRoot where it is reached; null while not known
     * @param source where it came from
     * @param deployed when it was deployed last; null for one that never was
     * @param failure why it failed; null unless FAILED
     * @param clients the names of its application clients, which do not run on a server; empty while it does not run
     * @param outOfService what of it does not serve, though it runs, with the reason; empty while it does not run
     */
    record Application(
            String name,
            @Nullable String version,
            State state,
            @Nullable String contextRoot,
            String source,
            @Nullable Instant deployed,
            @Nullable String failure,
            List<String> clients,
            List<String> outOfService) {
        public Application {
            clients = List.copyOf(clients);
            outOfService = List.copyOf(outOfService);
        }
    }

    /** State of an application. */
    enum State {
        /** Is being deployed. */
        STARTING,
        /** Serves. */
        RUNNING,
        /** Serves the sessions that it has; new clients come to another version. */
        RETIRING,
        /** Is being undeployed, or stopped. */
        STOPPING,
        /** Is deployed, and does not run as it is not to. */
        STOPPED,
        /** Could not be deployed; see its failure. */
        FAILED
    }
}
