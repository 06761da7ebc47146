package flux;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import reactor.core.scheduler.Schedulers;

/** Reactor's threads are its own and shared by all that use it; whoever has it in a WAR has to end them with the application. */
@WebListener
public class Farewell implements ServletContextListener {
    @Override
    public void contextDestroyed(ServletContextEvent event) {
        Schedulers.shutdownNow();
    }
}
