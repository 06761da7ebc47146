package io.keelson.ee.opentelemetry;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.spi.ConfigProviderResolver;

/**
 * The properties {@code otel.*} of a module, as MicroProfile Config has them.
 *
 * <p>Specification: MicroProfile Telemetry 2.1, 4 Configuration.
 */
final class TelemetryProperties {
    private static final String PREFIX = "otel.";
    private static final String SERVICE = "otel.service.name";
    private static final String RESOURCE = "otel.resource.attributes";

    private TelemetryProperties() {}

    /** Reads them. A name that is set by an environment variable alone is left to the library, which reads these itself. */
    static Map<String, String> of(Deployment module) throws DeploymentException {
        try {
            Config config = ConfigProvider.getConfig(module.classLoader());
            module.onUndeploy(() -> ConfigProviderResolver.instance().releaseConfig(config));
            Map<String, String> properties = new TreeMap<>();
            for (String name : config.getPropertyNames()) {
                if (name.startsWith(PREFIX)) {
                    Optional<String> value = config.getOptionalValue(name, String.class);
                    value.ifPresent(text -> properties.put(name, text));
                }
            }
            for (String name : new String[] {"otel.sdk.disabled", SERVICE, RESOURCE}) {
                config.getOptionalValue(name, String.class).ifPresent(text -> properties.put(name, text));
            }
            if (!properties.containsKey(SERVICE)
                    && !properties.getOrDefault(RESOURCE, "").contains("service.name=")) {
                properties.put(SERVICE, module.application());
            }
            return properties;
        } catch (RuntimeException e) {
            throw new DeploymentException(
                    "the properties otel.* of " + module.name() + " cannot be read: " + e.getMessage(), e);
        }
    }
}
