package io.keelson.ee.validation;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code validation}. See docs/design/validation.md. */
public final class ValidationContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return ValidationContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new ValidationContributor();
    }
}
