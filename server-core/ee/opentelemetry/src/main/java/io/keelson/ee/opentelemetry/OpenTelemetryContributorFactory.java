package io.keelson.ee.opentelemetry;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code opentelemetry}. See docs/design/opentelemetry.md. */
public final class OpenTelemetryContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return OpenTelemetryContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new OpenTelemetryContributor();
    }
}
