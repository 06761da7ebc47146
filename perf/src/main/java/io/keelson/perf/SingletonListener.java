package io.keelson.perf;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The singleton deployment on WildFly: does what {@link SingletonJournal} does, when its application starts and ends. */
public final class SingletonListener implements ServletContextListener {
    @Override
    public void contextInitialized(ServletContextEvent event) {
        write("up");
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        write("down");
    }

    private static void write(String what) {
        try {
            Files.writeString(
                    Path.of(System.getProperty("perf.journal")),
                    what + ' ' + System.getProperty("jboss.node.name") + ' ' + System.currentTimeMillis() + '\n',
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
