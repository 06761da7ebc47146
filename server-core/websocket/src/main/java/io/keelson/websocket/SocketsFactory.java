package io.keelson.websocket;

import io.keelson.deploy.spi.Deployment;
import io.keelson.kernel.loader.ApplicationClassLoader;
import io.keelson.servlet.spi.SocketsProvider;
import jakarta.servlet.ServletContext;
import jakarta.websocket.WebSocketContainer;
import jakarta.websocket.server.ServerContainer;

/**
 * Opens the endpoints of applications. Thread-safe. See {@code docs/design/websocket.md}.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
public final class SocketsFactory implements SocketsProvider {
    @Override
    public Sockets open(Deployment deployment, ServletContext context, Surroundings surroundings) {
        ApplicationSockets sockets = new ApplicationSockets(deployment.name(), surroundings);
        context.setAttribute(ServerContainer.class.getName(), sockets.container());
        if (deployment.classLoader() instanceof ApplicationClassLoader loader) {
            loader.attach(WebSocketContainer.class, sockets.container());
        }
        return sockets;
    }
}
