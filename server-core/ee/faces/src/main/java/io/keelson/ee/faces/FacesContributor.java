package io.keelson.ee.faces;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import java.util.Set;

/**
 * Lets web modules with Faces see what Mojarra needs beside itself: expressions. The rest is done by
 * {@link FacesSettings} and Mojarra's own initializer when the module starts.
 *
 * <p>Specification: Faces 4.1, 11.1 Web Application Deployment Descriptor.
 */
final class FacesContributor implements Contributor {
    static final String NAME = "faces";

    private final FacesModules modules;

    FacesContributor(FacesModules modules) {
        this.modules = modules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component", "jpa", "validation", "cdi", "ejb");
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        if (isWeb(deployment)) {
            deployment.use("pages");
        }
    }

    private static boolean isWeb(Deployment deployment) {
        return deployment.kind().equals(ModuleKind.WEB);
    }

    @Override
    public void start(Deployment deployment) {
        if (isWeb(deployment)) {
            deployment
                    .attachment(ComponentFactory.class)
                    .ifPresent(components -> modules.add(deployment.classLoader(), components));
            deployment.onUndeploy(() -> modules.remove(deployment.classLoader()));
            deployment.onUndeploy(SharedLifecycle::forget);
        }
    }
}
