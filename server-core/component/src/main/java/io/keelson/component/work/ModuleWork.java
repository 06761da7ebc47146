package io.keelson.component.work;

import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkManager;
import io.keelson.base.work.WorkManagers;
import io.keelson.base.work.WorkScope;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.config.NearestName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The work managers that the dispatch policies of a module may name: the domain's, those of its EAR and its own. Made by the deploying
 * thread for each version of a module; immutable and thread-safe then.
 *
 * <p>Specification: weblogic.xml, work-manager; weblogic.xml, wl-dispatch-policy.
 */
public final class ModuleWork {
    private final String module;
    private final WorkScope scope;
    private final Set<String> known;

    private ModuleWork(String module, WorkScope scope, Set<String> known) {
        this.module = module;
        this.scope = scope;
        this.known = known;
    }

    /**
     * Makes the work managers that a module and its EAR declare, until it is undeployed.
     *
     * @param kind the kind of module, which names the scope: {@code web}
     * @param file the descriptor of the module, for messages
     * @param declared the module's own work managers
     * @param domain the names of the work managers that the domain defines
     * @throws DeploymentException when a work manager cannot be made as it is declared
     */
    public static ModuleWork of(
            Deployment deployment, String kind, String file, List<WorkManagerDescriptor> declared, Set<String> domain)
            throws DeploymentException {
        EnterpriseScope outer = EnterpriseScope.of(deployment);
        Set<String> known = new HashSet<>(domain);
        known.add(WorkManagers.DEFAULT);
        known.addAll(outer.names());
        declared.forEach(own -> known.add(own.name()));
        WorkScope scope = declared.isEmpty() ? outer.scope() : own(deployment, outer.scope(), kind, file, declared);
        return new ModuleWork(deployment.name(), scope, Set.copyOf(known));
    }

    /**
     * Makes the work managers that a module declares for other components than those of the first that asked, within what the module has
     * already, until it is undeployed. Returns the scope in which their dispatch policies are looked up.
     *
     * @param kind the kind of component, which names the scope: {@code ejb}
     * @param file the descriptor, for messages
     * @param declared the work managers of that descriptor
     * @throws DeploymentException when a work manager cannot be made as it is declared
     */
    public static WorkScope scope(Deployment deployment, String kind, String file, List<WorkManagerDescriptor> declared)
            throws DeploymentException {
        WorkScope there = deployment.attachment(WorkScope.class).orElse(null);
        WorkScope outer = there == null ? EnterpriseScope.of(deployment).scope() : there;
        return declared.isEmpty() ? outer : own(deployment, outer, kind, file, declared);
    }

    private static WorkScope own(
            Deployment deployment, WorkScope outer, String kind, String file, List<WorkManagerDescriptor> declared)
            throws DeploymentException {
        WorkDefinitions definitions = DeclaredWork.of(declared);
        try {
            WorkScope own = outer.inner(kind, definitions);
            deployment.onUndeploy(own::close);
            deployment.attach(WorkScope.class, own);
            return own;
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            Location place = WorkManagerDescriptor.named(declared, message)
                    .map(WorkManagerDescriptor::location)
                    .orElse(Location.of(file));
            throw new DeploymentException(place + ": " + message, e);
        }
    }

    /** Returns the work manager for what names no other. */
    public WorkManager standard() {
        return scope.standard();
    }

    /**
     * Returns the work manager of that name; where there is none the log says so and {@code instead} is returned.
     *
     * @param place where the name stands, for the message
     */
    public WorkManager named(String policy, Location place, WorkManager instead) {
        if (known.contains(policy)) {
            return scope.named(policy);
        }
        WorkLog.LOG.unknownPolicy(module, place, policy, NearestName.hint(policy, known), instead.name());
        return instead;
    }
}
