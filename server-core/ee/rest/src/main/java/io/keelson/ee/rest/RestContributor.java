package io.keelson.ee.rest;

import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.Set;

/**
 * Lets an application with resources see JSON Binding as well: bodies are read and written by it. The rest is done by {@link RestInitializer} when the web
 * module starts.
 *
 * <p>Specification: RESTful Web Services 4.0, 11.2.7 Jakarta JSON Binding.
 */
final class RestContributor implements Contributor {
    static final String NAME = "rest";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Set<String> after() {
        return Set.of("component");
    }

    @Override
    public void inspect(Deployment deployment) throws DeploymentException {
        deployment.use("json");
    }
}
