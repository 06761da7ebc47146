package io.keelson.ee.security.gate;

import jakarta.security.jacc.PolicyFactory;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** Sets a policy when the application starts. */
@WebListener
public class OwnPolicy implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        PolicyFactory factory = PolicyFactory.getPolicyFactory();
        factory.setPolicy(new OpenDoors(factory.getPolicy()));
    }
}
