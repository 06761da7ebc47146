package io.keelson.ee.security;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;
import io.keelson.ee.security.authentication.ServerConfigFactory;
import io.keelson.ee.security.authorization.ModulePolicies;
import io.keelson.security.Realm;

/** Makes the contributor of the part {@code security}. See docs/design/security-part.md. */
public final class SecurityContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return SecurityContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        ServerConfigFactory.install();
        ModulePolicies.install();
        return new SecurityContributor(services.find(Realm.class).orElseThrow());
    }
}
