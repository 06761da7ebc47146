package io.keelson.servlet;

import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.spi.StoreStatus;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application on this server, for management.
 *
 * @param application the deployment; the EAR where its web applications share their sessions
 * @param contextRoot where it is reached; the context roots of all that share them, with a comma between them
 * @param storeType {@code memory}, {@code file}, ...
 * @param inMemory sessions in this server's memory
 * @param storeState whether the store can be reached
 * @param behind sessions whose acknowledged state is in this server's memory only: what a crash now would lose, but for the store memory, which
 *     would lose all
 * @param behindFor how long the oldest of these has been waiting
 * @param storeFailure why the store cannot be reached
 */
public record SessionRuntime(
        String application,
        String contextRoot,
        String storeType,
        int inMemory,
        StoreStatus.State storeState,
        long behind,
        Duration behindFor,
        @Nullable String storeFailure) {
    static String contextRoots(WebApplication application) {
        return application.sessions().contextPaths(application.contextPath()).stream()
                .map(path -> path.isEmpty() ? "/" : path)
                .collect(Collectors.joining(", "));
    }

    static SessionRuntime of(WebApplication application) {
        StoreStatus status = application.sessions().store().status();
        return new SessionRuntime(
                application.sessions().keptAs(application.name()),
                contextRoots(application),
                status.type().text(),
                application.sessions().size(),
                status.state(),
                status.behind(),
                status.behindFor(),
                status.reason());
    }
}
