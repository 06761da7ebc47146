package versions;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Does not let the application start on the server that {@code broken-on} names. */
public class Trial implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        String server = event.getServletContext().getInitParameter("broken-on");
        if (String.valueOf(event.getServletContext().getAttribute(ServletContext.TEMPDIR))
                .contains("/servers/" + server + "/")) {
            throw new IllegalStateException("this version does not start here");
        }
    }
}
