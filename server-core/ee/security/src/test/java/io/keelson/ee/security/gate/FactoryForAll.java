package io.keelson.ee.security.gate;

import jakarta.security.jacc.PolicyContext;
import jakarta.security.jacc.PolicyContextException;
import jakarta.security.jacc.PolicyContextHandler;
import jakarta.security.jacc.PolicyFactory;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** Sets a factory and handlers for the JVM, and leaves them there. */
@WebListener
public class FactoryForAll implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        PolicyFactory.setPolicyFactory(new OwnPolicies(PolicyFactory.getPolicyFactory()));
        try {
            PolicyContext.registerHandler("weather", new Weather(), true);
            PolicyContext.registerHandler(PolicyContext.PRINCIPAL_MAPPER, new Weather(), true);
        } catch (PolicyContextException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Weather implements PolicyContextHandler {
        @Override
        public boolean supports(String key) {
            return true;
        }

        @Override
        public String[] getKeys() {
            return new String[] {"weather"};
        }

        @Override
        public Object getContext(String key, Object data) {
            return null;
        }
    }
}
