package io.keelson.ee.security.authentication;

import jakarta.security.auth.message.config.AuthConfigFactory;
import java.util.List;
import org.glassfish.epicyro.config.factory.BaseAuthConfigFactory;
import org.glassfish.epicyro.config.factory.file.RegStoreFileParser;

/**
 * The registry of modules of this JVM. It keeps registrations in memory only: an application registers again when it starts. Thread-safe.
 *
 * <p>Specification: Authentication 3.1, 2.1.1.1 AuthConfigFactory.
 */
public final class ServerConfigFactory extends BaseAuthConfigFactory {
    private final RegStoreFileParser nothing = new RegStoreFileParser(List.of());

    private ServerConfigFactory() {
        _loadFactory(); // makes the tables
    }

    /** Makes it the registry, where the JVM has none of this server's yet. */
    public static synchronized void install() {
        if (!(AuthConfigFactory.getFactory() instanceof ServerConfigFactory)) {
            AuthConfigFactory.setFactory(new ServerConfigFactory());
        }
    }

    @Override
    protected RegStoreFileParser getRegStore() {
        return nothing;
    }
}
