package io.keelson.ee.jcache;

import io.keelson.base.subsystem.ServiceLookup;
import io.keelson.cache.Caches;
import io.keelson.deploy.spi.Contributor;
import io.keelson.deploy.spi.ContributorFactory;

/** Makes the contributor of the part {@code jcache}. See docs/design/jcache.md. */
public final class JcacheContributorFactory implements ContributorFactory {
    @Override
    public String part() {
        return JcacheContributor.NAME;
    }

    @Override
    public Contributor create(ServiceLookup services) {
        return new JcacheContributor(services.find(Caches.class).orElse(null));
    }
}
