package io.keelson.component.work;

import io.keelson.base.work.WorkDefinitions;
import io.keelson.base.work.WorkScope;
import io.keelson.component.descriptor.Location;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.Set;

/**
 * The work managers that all modules of an EAR see: the application's own, and within them what its descriptor declares. Made by the
 * first module, closed with it, which is when all others have ended. Confined to the deploying thread.
 *
 * <p>Specification: weblogic-application.xml, weblogic-application.
 *
 * @param scope in which the scopes of modules lie
 * @param names of the work managers that the descriptor declares
 */
record EnterpriseScope(WorkScope scope, Set<String> names) {
    /** The one of the application that a deployment is a module of, or is itself. */
    static EnterpriseScope of(Deployment deployment) throws DeploymentException {
        EnterpriseScope scope = deployment.shared(EnterpriseScope.class, () -> make(deployment));
        if (scope.scope != deployment.workScope()) {
            deployment.attach(WorkScope.class, scope.scope);
        }
        return scope;
    }

    private static EnterpriseScope make(Deployment deployment) throws DeploymentException {
        EnterpriseWork declared = EnterpriseWork.of(deployment);
        if (declared.isEmpty()) {
            return new EnterpriseScope(deployment.workScope(), Set.of());
        }
        WorkDefinitions definitions = DeclaredWork.of(declared);
        try {
            WorkScope own = deployment.workScope().inner("ear", definitions);
            deployment.onUndeploy(own::close);
            return new EnterpriseScope(own, definitions.workManagers().keySet());
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            throw new DeploymentException(place(declared, message) + ": " + message, e);
        }
    }

    private static Location place(EnterpriseWork declared, String message) {
        return WorkManagerDescriptor.named(declared.workManagers(), message)
                .map(WorkManagerDescriptor::location)
                .orElse(Location.of(EnterpriseWork.FILE));
    }
}
