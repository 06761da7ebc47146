package io.keelson.pages;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/**
 * Makes the contributor for applications that use expressions without pages. See docs/design/pages.md.
 *
 * <p>Specification: Pages 4.0, 1.11 EL Elements.
 */
public final class ServerExpressionsFactory implements ContributorFactory {
    @Override
    public String part() {
        return ServerExpressions.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new ServerExpressions();
    }
}
