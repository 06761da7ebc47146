package io.keelson.perf;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Binds the object on Keelson while its application runs. */
public final class RemoteEchoBinder implements ServletContextListener {
    /** Its name. */
    static final String NAME = "echo";

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            new InitialContext().rebind(NAME, new RemoteEchoObject());
        } catch (NamingException e) {
            throw new IllegalStateException("the object cannot be bound as " + NAME, e);
        }
    }
}
