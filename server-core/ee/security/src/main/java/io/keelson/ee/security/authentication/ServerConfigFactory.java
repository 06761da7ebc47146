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
    private static final ServerConfigFactory INSTANCE = new ServerConfigFactory();

    private final RegStoreFileParser nothing = new RegStoreFileParser(List.of());

    private ServerConfigFactory() {
        _loadFactory(); // makes the tables
    }

    /** Makes it the registry, with the registrations that it has had before. */
    public static synchronized void install() {
        if (AuthConfigFactory.getFactory() != INSTANCE) {
            AuthConfigFactory.setFactory(INSTANCE);
        }
    }

    /**
     * Makes it the registry again where the present one is of an application that goes: an application may put its own in the place of
     * this one, for all others too, and leave it behind.
     */
    static synchronized void reinstall(ClassLoader gone) {
        for (Class<?> type = AuthConfigFactory.getFactory().getClass(); type != null; type = type.getSuperclass()) {
            for (ClassLoader loader = type.getClassLoader(); loader != null; loader = loader.getParent()) {
                if (loader == gone) {
                    AuthConfigFactory.setFactory(INSTANCE);
                    return;
                }
            }
        }
    }

    @Override
    protected RegStoreFileParser getRegStore() {
        return nothing;
    }
}
