package remote;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Binds the object while the application runs. */
@WebListener
public class Binder implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            new InitialContext().rebind("remote-calls", new CallsObject());
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }
}
