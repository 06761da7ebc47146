package io.keelson.ee.security.vault;

import jakarta.security.auth.message.config.AuthConfigFactory;
import jakarta.security.auth.message.config.AuthConfigProvider;
import jakarta.security.auth.message.config.RegistrationListener;
import jakarta.security.auth.message.module.ServerAuthModule;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts a registry of its own, which knows no modules, in the place of the server's and leaves it there. */
@WebListener
public class OwnFactory implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        AuthConfigFactory.setFactory(new Empty());
    }

    private static final class Empty extends AuthConfigFactory {
        @Override
        public @Nullable AuthConfigProvider getConfigProvider(
                String layer, String appContext, RegistrationListener listener) {
            return null;
        }

        @Override
        public @Nullable String registerConfigProvider(
                String className, Map<String, String> properties, String layer, String appContext, String description) {
            return null;
        }

        @Override
        public @Nullable String registerConfigProvider(
                AuthConfigProvider provider, String layer, String appContext, String description) {
            return null;
        }

        @Override
        public String registerServerAuthModule(ServerAuthModule module, Object context) {
            return "none";
        }

        @Override
        public void removeServerAuthModule(Object context) {}

        @Override
        public boolean removeRegistration(String registrationId) {
            return false;
        }

        @Override
        public String[] detachListener(RegistrationListener listener, String layer, String appContext) {
            return new String[0];
        }

        @Override
        public String[] getRegistrationIDs(AuthConfigProvider provider) {
            return new String[0];
        }

        @Override
        public @Nullable RegistrationContext getRegistrationContext(String registrationId) {
            return null;
        }

        @Override
        public void refresh() {}
    }
}
