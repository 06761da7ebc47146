package shop;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Timer;
import java.util.TimerTask;

/** Starts a thread, a timer and a database with the application, and ends them with it unless the archive says "unmannered". */
@WebListener
public class Clockwork implements ServletContextListener {
    static final String DATABASE = "jdbc:h2:mem:shop";
    static Timer timer;
    static volatile int ticks;

    private Thread thread;
    private Connection kept;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        try {
            Class.forName("org.h2.Driver");
            kept = DriverManager.getConnection(DATABASE);
            try (Statement statement = kept.createStatement()) {
                statement.execute("create table if not exists sales(item varchar(40))");
            }
        } catch (ClassNotFoundException | SQLException e) {
            throw new IllegalStateException("no database", e);
        }
        timer = new Timer("shop timer");
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        ticks++;
                    }
                },
                1,
                10);
        thread = new Thread(Clockwork::sleep, "shop thread");
        thread.start();
    }

    private static void sleep() {
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            // that is its end
        }
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        if (Clockwork.class.getResource("/unmannered") != null) {
            return;
        }
        timer.cancel();
        thread.interrupt();
        try {
            kept.close();
        } catch (SQLException e) {
            throw new IllegalStateException("the database does not close", e);
        }
    }
}
