package rolled;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.nio.file.Files;
import java.nio.file.Path;

/** Does not let the application start where a file is there. A deployment plan declares it, and says which file. */
public final class Trial implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        if (Files.exists(Path.of(event.getServletContext().getInitParameter("broken-when")))) {
            throw new IllegalStateException("this version does not start here");
        }
    }
}
