package io.keelson.deploy.internal.undeploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.internal.Classes;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.kernel.loader.DomainLibrary;
import io.keelson.kernel.loader.PartSource;
import io.keelson.kernel.loader.Parts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LogHandlersTest {
    private static final ClassLoader SERVER = LogHandlersTest.class.getClassLoader();
    private static final String NAME = "forgotten." + LogHandlersTest.class.getSimpleName();

    @TempDir
    Path directory;

    private ApplicationClassLoader application() throws Exception {
        Path file = directory.resolve("classes/own/Mine.class");
        Files.createDirectories(file.getParent());
        Files.write(
                file,
                Classes.compile(
                        "own.Mine", "package own; public class Mine extends java.util.logging.ConsoleHandler {}"));
        Parts parts = new Parts(SERVER, PartSource.classPath(SERVER));
        DomainLibrary domain = new DomainLibrary(directory.resolve("lib"), parts.serverView());
        return new ApplicationClassLoader("shop", domain, List.of(), List.of(directory.resolve("classes")), List.of());
    }

    private static void handle(Handler handler) {
        Logger.getLogger(NAME).addHandler(handler);
    }

    /** JBoss LogManager does not list such a logger, and keeps its handlers. */
    @Test
    void aHandlerGoesFromALoggerThatNobodyRefersToAnyMore() throws Exception {
        try (ApplicationClassLoader loader = application()) {
            handle((Handler) loader.loadClass("own.Mine").getConstructor().newInstance());
            await().until(() -> {
                System.gc();
                return !Collections.list(LogManager.getLogManager().getLoggerNames())
                        .contains(NAME);
            });
            new LogHandlers().erase(loader);
            assertThat(Logger.getLogger(NAME).getHandlers()).isEmpty();
        }
    }
}
