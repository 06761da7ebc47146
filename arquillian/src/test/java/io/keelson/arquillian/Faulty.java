package io.keelson.arquillian;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** A listener that keeps its application from being deployed. */
@WebListener
public class Faulty implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        throw new IllegalStateException("the coffee is out");
    }
}
