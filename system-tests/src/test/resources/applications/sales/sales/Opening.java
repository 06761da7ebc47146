package sales;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** Shows the desk to the other servers of the cluster. */
@WebListener
public class Opening implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            new InitialContext().rebind("sales", new SalesDesk());
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }
}
