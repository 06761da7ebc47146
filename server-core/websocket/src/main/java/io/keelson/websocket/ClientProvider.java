package io.keelson.websocket;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.websocket.ContainerProvider;
import jakarta.websocket.WebSocketContainer;
import org.jspecify.annotations.Nullable;

/**
 * Gives applications that ask the API for a container the one of the application to which the thread's context class loader belongs.
 *
 * <p>Specification: WebSocket 2.2, 2.1.7 WebSocketContainers.
 */
public final class ClientProvider extends ContainerProvider {
    /** For {@link java.util.ServiceLoader}. */
    public ClientProvider() {}

    @Override
    @SuppressWarnings("NullAway") // the API goes on with the next provider
    protected @Nullable WebSocketContainer getContainer() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return ApplicationClassLoader.attachment(loader, WebSocketContainer.class)
                .orElse(null);
    }
}
