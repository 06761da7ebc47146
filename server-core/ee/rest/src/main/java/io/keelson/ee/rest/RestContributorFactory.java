package io.keelson.ee.rest;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code rest}. See docs/design/rest.md. */
public final class RestContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return RestContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        ClientThreads.take();
        ClientErrors.filter();
        return new RestContributor();
    }
}
