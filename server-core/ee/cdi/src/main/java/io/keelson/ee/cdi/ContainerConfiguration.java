package io.keelson.ee.cdi;

import java.util.Map;
import org.jboss.weld.config.ConfigurationKey;
import org.jboss.weld.configuration.spi.ExternalConfiguration;

/**
 * Settings of Weld that the server depends on: it starts an application on the calling thread, and names what it keeps in sessions so
 * that a server with another order of beans reads it.
 */
enum ContainerConfiguration implements ExternalConfiguration {
    /** The only one. */
    SERVER;

    @Override
    public Map<String, Object> getConfigurationProperties() {
        return Map.of(
                ConfigurationKey.CONCURRENT_DEPLOYMENT.get(), false,
                ConfigurationKey.PRELOADER_THREAD_POOL_SIZE.get(), 0,
                ConfigurationKey.BEAN_IDENTIFIER_INDEX_OPTIMIZATION.get(), false);
    }

    @Override
    public void cleanup() {
        // Nothing is kept.
    }
}
