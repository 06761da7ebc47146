package io.keelson.servlet;

import io.keelson.base.measure.Described;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.spi.StoreStatus;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The sessions of one application on this server, for management. */
public record SessionRuntime(
        @Described("The deployment; the EAR where its web applications share their sessions.")
        String application,

        @Described("Where it is reached; the context roots of all that share them, with a comma between them.")
        String contextRoot,

        @Described("How sessions are kept: memory, file, ...")
        String storeType,

        @Described("Sessions in this server's memory.") int inMemory,

        @Described("Whether the store of the sessions can be reached.")
        StoreStatus.State storeState,

        @Described("Sessions whose acknowledged state is in this server's memory only: what a crash now "
                + "would lose, but for the store memory, which would lose all.")
        long behind,

        @Described("How long the oldest state that is in this server's memory only has been waiting.")
        Duration behindFor,

        @Described("Why the store cannot be reached.") @Nullable
        String storeFailure) {
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
