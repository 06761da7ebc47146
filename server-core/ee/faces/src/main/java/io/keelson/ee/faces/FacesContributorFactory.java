package io.keelson.ee.faces;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code faces}. See docs/design/faces.md. */
public final class FacesContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return FacesContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new FacesContributor(FacesModules.ofJvm());
    }
}
