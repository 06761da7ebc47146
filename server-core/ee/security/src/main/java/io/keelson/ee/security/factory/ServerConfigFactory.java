package io.keelson.ee.security.factory;

import io.keelson.ee.security.registration.Registrations;
import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.security.auth.message.module.ServerAuthModule;
import jakarta.servlet.ServletContext;
import java.util.Map;
import org.glassfish.epicyro.config.factory.singlemodule.DefaultAuthConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * The server's registry of authentication modules, the value of the security property {@code authconfigprovider.factory} where nobody has
 * set that. All objects of this class have the same registrations. Thread-safe.
 *
 * <p>Specification: Authentication 3.1, 2.1.1.1 AuthConfigFactory.
 */
public final class ServerConfigFactory extends AuthConfigFactory {
    private static final Registrations REGISTRATIONS = new Registrations();
    private static final String LAYER = "HttpServlet";
    private static final String REGISTRATION = "io.keelson.ee.security.registration";

    /** Makes one more face of the registrations of this JVM. */
    public ServerConfigFactory() {}

    /** Returns the registrations of this JVM. Applications cannot use them, as they do not see the class. */
    public static Registrations registrations() {
        return REGISTRATIONS;
    }

    /** Returns the application context of a web module. */
    public static String applicationContext(ServletContext context) {
        return context.getVirtualServerName() + " " + context.getContextPath();
    }

    @Override
    public @Nullable AuthConfigProvider getConfigProvider(
            @Nullable String layer, @Nullable String appContext, @Nullable RegistrationListener listener) {
        return REGISTRATIONS.provider(layer, appContext, listener);
    }

    @Override
    public String registerConfigProvider(
            @Nullable String className,
            @Nullable Map<String, String> properties,
            @Nullable String layer,
            @Nullable String appContext,
            @Nullable String description) {
        return REGISTRATIONS.declare(className, properties, layer, appContext, description);
    }

    @Override
    public String registerConfigProvider(
            @Nullable AuthConfigProvider provider,
            @Nullable String layer,
            @Nullable String appContext,
            @Nullable String description) {
        return REGISTRATIONS.register(provider, layer, appContext, description);
    }

    @Override
    public String registerServerAuthModule(ServerAuthModule module, Object context) {
        if (!(context instanceof ServletContext web)) {
            throw new IllegalArgumentException("a module is registered for a ServletContext, and not for " + context);
        }
        String id = registerConfigProvider(
                new DefaultAuthConfigProvider(module), LAYER, applicationContext(web), "The module of the application");
        web.setAttribute(REGISTRATION, id);
        return id;
    }

    @Override
    public void removeServerAuthModule(Object context) {
        if (context instanceof ServletContext web && web.getAttribute(REGISTRATION) instanceof String id) {
            removeRegistration(id);
            web.removeAttribute(REGISTRATION);
        }
    }

    @Override
    public boolean removeRegistration(@Nullable String registrationId) {
        return registrationId != null && REGISTRATIONS.remove(registrationId);
    }

    @Override
    public String[] detachListener(
            @Nullable RegistrationListener listener, @Nullable String layer, @Nullable String appContext) {
        return listener == null ? new String[0] : REGISTRATIONS.detach(listener, layer, appContext);
    }

    @Override
    public String[] getRegistrationIDs(@Nullable AuthConfigProvider provider) {
        return REGISTRATIONS.ids(provider);
    }

    @Override
    public @Nullable RegistrationContext getRegistrationContext(@Nullable String registrationId) {
        return registrationId == null ? null : REGISTRATIONS.context(registrationId);
    }

    @Override
    public void refresh() {
        REGISTRATIONS.refresh();
    }
}
