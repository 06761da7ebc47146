package io.keelson.ee.microprofile;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code microprofile}. See docs/design/microprofile.md. */
public final class MicroProfileContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return MicroProfileContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new MicroProfileContributor(services);
    }
}
