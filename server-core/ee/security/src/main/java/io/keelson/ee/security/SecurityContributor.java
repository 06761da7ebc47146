package io.keelson.ee.security;

import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.ModuleKind;
import io.keelson.ee.security.authentication.ModuleAuthentication;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.security.Realm;
import io.keelson.servlet.spi.security.RequestAuthentication;
import java.util.Set;

/**
 * Has the web container ask the modules that an application registers, and gives the application's beans the realm of the domain.
 *
 * <p>Specification: Security 4.0; Authentication 3.1, 3 Servlet Container Profile.
 */
final class SecurityContributor implements Contributor {
    static final String NAME = "security";

    private final Realm realm;

    SecurityContributor(Realm realm) {
        this.realm = realm;
    }

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
        deployment.use("cdi");
    }

    @Override
    public void prepare(Deployment deployment) {
        if (deployment.classLoader() instanceof ApplicationClassLoader loader) {
            loader.attach(Realm.class, realm);
        }
        if (deployment.kind().equals(ModuleKind.WEB)) {
            ModuleAuthentication authentication = new ModuleAuthentication(realm);
            deployment.attach(RequestAuthentication.class, authentication);
            deployment.onUndeploy(authentication::close);
        }
    }
}
