package io.keelson.ee.security;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.security.factory.ServerConfigFactory;
import io.keelson.ee.security.registration.Registrations;
import jakarta.security.auth.message.config.AuthConfigFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.Security;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The registry of authentication modules that counts where no application has set its own: the server's, or the one of the security
 * property {@code authconfigprovider.factory}. Thread-safe.
 *
 * <p>Specification: Authentication 3.1, 2.1.1 Obtaining the AuthConfigFactory.
 */
final class ModuleRegistry implements AutoCloseable {
    private static final String PROPERTY = AuthConfigFactory.DEFAULT_FACTORY_SECURITY_PROPERTY;
    private static final String FILE = "authentication.properties";

    private final AuthConfigFactory factory;
    private final @Nullable Path file;

    private ModuleRegistry(AuthConfigFactory factory, @Nullable Path file) {
        this.factory = factory;
        this.file = file;
    }

    /**
     * Reads the registrations that the server has kept, and makes the registry that of the JVM.
     *
     * @param server its directory; null: registrations are kept in memory alone
     * @param library the loader of the domain's {@code lib/}, where a class of the security property may be
     * @throws DeploymentException when the file cannot be read, or the class of the property cannot be made
     */
    static ModuleRegistry open(@Nullable Path server, @Nullable ClassLoader library) throws DeploymentException {
        Path file = server == null ? null : server.resolve("data").resolve(FILE);
        ModuleRegistry registry = new ModuleRegistry(make(library), file);
        if (file != null) {
            try {
                ServerConfigFactory.registrations().open(file);
            } catch (IOException e) {
                throw new DeploymentException(
                        "the registrations of authentication modules cannot be read: " + e.getMessage(), e);
            }
        }
        registry.install();
        return registry;
    }

    private static AuthConfigFactory make(@Nullable ClassLoader library) throws DeploymentException {
        String server = ServerConfigFactory.class.getName();
        String named = Security.getProperty(PROPERTY);
        if (named == null || named.isBlank()) {
            Security.setProperty(PROPERTY, server);
        } else if (!named.equals(server)) {
            try {
                return Class.forName(named.strip(), true, library)
                        .asSubclass(AuthConfigFactory.class)
                        .getConstructor()
                        .newInstance();
            } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
                throw new DeploymentException(
                        "the security property " + PROPERTY + " names " + named
                                + ", which cannot be made: it has to be in the domain's"
                                + " lib directory, a subclass of AuthConfigFactory, with a public constructor without parameters",
                        e);
            }
        }
        return new ServerConfigFactory();
    }

    private void install() {
        AuthConfigFactory.setFactory(factory);
    }

    /**
     * Forgets what an application that goes has left. A registry of its own that it has set for all goes with it.
     *
     * @param context its application context; null: it has none
     */
    void forget(Set<ClassLoader> loaders, @Nullable String context) {
        AuthConfigFactory present = AuthConfigFactory.getFactory();
        if (present == null || Registrations.isOf(loaders, present.getClass())) {
            install();
        }
        ServerConfigFactory.registrations().forget(loaders, context);
        forgetElsewhere(context);
    }

    /** A registry of somebody else has the application's registrations by its context alone. */
    private static void forgetElsewhere(@Nullable String context) {
        AuthConfigFactory present = AuthConfigFactory.getFactory();
        if (context == null || present instanceof ServerConfigFactory) {
            return;
        }
        for (String registration : present.getRegistrationIDs(null)) {
            AuthConfigFactory.RegistrationContext registered = present.getRegistrationContext(registration);
            if (registered != null && !registered.isPersistent() && context.equals(registered.getAppContext())) {
                present.removeRegistration(registration);
            }
        }
    }

    /** Drops the registrations of the server's file from memory. */
    @Override
    public void close() {
        if (file != null) {
            ServerConfigFactory.registrations().close(file);
        }
    }
}
