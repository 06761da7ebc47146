package io.keelson.ee.soap;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code soap}. See docs/design/soap.md. */
public final class SoapContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return SoapContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new SoapContributor(Buses.open(), services);
    }
}
