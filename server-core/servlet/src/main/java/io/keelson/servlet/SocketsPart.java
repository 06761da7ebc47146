package io.keelson.servlet;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.loader.Parts;
import io.keelson.servlet.container.WebApplication;
import io.keelson.servlet.descriptor.SocketsDetection;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the part {@code websocket} for those applications that need it. Thread-safe. See docs/design/websocket.md.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
final class SocketsPart {
    private static final String NAME = "websocket";

    private final Parts parts;
    private final Supplier<SocketSettings> settings;
    private final SocketsProvider.Clock clock;

    SocketsPart(Parts parts, Supplier<SocketSettings> settings, SocketsProvider.Clock clock) {
        this.parts = parts;
        this.settings = settings;
        this.clock = clock;
    }

    /** Note that an application uses the part; attached to its deployment. */
    private record Use() {}

    /** In the inspect phase: makes the part visible to the application where it needs it. */
    void inspect(Deployment deployment) throws DeploymentException {
        if (SocketsDetection.usesSockets(deployment) && deployment.use(NAME)) {
            deployment.attach(Use.class, new Use());
        }
    }

    /** Before the application starts: opens its endpoints; null where it needs none. */
    SocketsProvider.@Nullable Sockets open(
            Deployment deployment, WebApplication application, ComponentFactory components) throws DeploymentException {
        if (deployment.attachment(Use.class).isEmpty()) {
            return null;
        }
        SocketsProvider provider = ServiceLoader.load(SocketsProvider.class, parts.loader(NAME))
                .findFirst()
                .orElseThrow(
                        () -> new DeploymentException("the part '" + NAME + "' of this server is not whole: it has no "
                                + SocketsProvider.class.getName() + "; install the distribution again"));
        SocketsProvider.Sockets sockets = provider.open(
                deployment,
                application.context(),
                new SocketsProvider.Surroundings(components, settings.get(), clock, application::execute));
        deployment.onUndeploy(sockets::close);
        return sockets;
    }
}
