package remote;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.util.Hashtable;
import java.util.Map;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Binds the object while the application runs. */
@WebListener
public class Binder implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            // Where servers share names, each of them is to have an object of that name all the same.
            Hashtable<String, Object> here = new Hashtable<>(Map.of("io.keelson.naming.cluster", "false"));
            new InitialContext(here).rebind("remote-calls", new CallsObject());
            new InitialContext().rebind("remote-each", new EachObject());
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }
}
