package io.keelson.ee.security;

import io.keelson.base.subsystem.ServerIdentity;
import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.security.authorization.ModulePolicies;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.security.Realm;

/** Makes the contributor of the part {@code security}. See docs/design/security-part.md. */
public final class SecurityContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return SecurityContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) throws DeploymentException {
        ModuleRegistry modules = ModuleRegistry.open(
                services.find(ServerIdentity.class)
                        .map(ServerIdentity::directory)
                        .orElse(null),
                services.find(DomainLibrary.class).orElse(null));
        ModulePolicies.install();
        return new SecurityContributor(services.find(Realm.class).orElseThrow(), modules);
    }
}
