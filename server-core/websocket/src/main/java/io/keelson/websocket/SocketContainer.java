package io.keelson.websocket;

import io.keelson.servlet.spi.SocketSettings;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The container of one application, as its code sees it: the context attribute {@code jakarta.websocket.server.ServerContainer}.
 * Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.7 WebSocketContainers; WebSocket 2.2, 6.4 Programmatic Server Deployment.
 */
final class SocketContainer implements ServerContainer {
    private final ApplicationSockets sockets;
    private final Set<Extension> extensions;
    private volatile long idleMillis;
    private volatile int mostText;
    private volatile int mostBinary;
    private volatile long sendMillis = -1;

    SocketContainer(ApplicationSockets sockets, SocketSettings settings) {
        this.sockets = sockets;
        idleMillis = settings.idleTimeout().toMillis();
        mostText = settings.messageMaximum().toInt();
        mostBinary = mostText;
        extensions = settings.compression() == SocketSettings.Compression.OFF
                ? Set.of()
                : Set.of(new OfferedExtension(DeflateOffer.NAME, List.of()));
    }

    @Override
    public void addEndpoint(Class<?> endpointClass) throws DeploymentException {
        sockets.deploy(endpointClass);
    }

    @Override
    public void addEndpoint(ServerEndpointConfig config) throws DeploymentException {
        sockets.deploy(CompleteConfig.of(config));
    }

    @Override
    public void upgradeHttpToWebSocket(
            Object request, Object response, ServerEndpointConfig config, Map<String, String> pathParameters)
            throws IOException, DeploymentException {
        try {
            sockets.upgrade(
                    (HttpServletRequest) request,
                    (HttpServletResponse) response,
                    CompleteConfig.of(config),
                    pathParameters == null
                            ? Map.of()
                            : Collections.unmodifiableMap(new LinkedHashMap<>(pathParameters)));
        } catch (ServletException e) {
            throw new DeploymentException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public long getDefaultAsyncSendTimeout() {
        return sendMillis;
    }

    @Override
    public void setAsyncSendTimeout(long millis) {
        sendMillis = millis;
    }

    @Override
    public long getDefaultMaxSessionIdleTimeout() {
        return idleMillis;
    }

    @Override
    public void setDefaultMaxSessionIdleTimeout(long millis) {
        idleMillis = millis;
    }

    @Override
    public int getDefaultMaxBinaryMessageBufferSize() {
        return mostBinary;
    }

    @Override
    public void setDefaultMaxBinaryMessageBufferSize(int bytes) {
        mostBinary = bytes;
    }

    @Override
    public int getDefaultMaxTextMessageBufferSize() {
        return mostText;
    }

    @Override
    public void setDefaultMaxTextMessageBufferSize(int bytes) {
        mostText = bytes;
    }

    @Override
    public Set<Extension> getInstalledExtensions() {
        return extensions;
    }

    @Override
    public Session connectToServer(Object annotatedEndpointInstance, URI path) throws DeploymentException, IOException {
        return sockets.connect(annotatedEndpointInstance, false, path);
    }

    @Override
    public Session connectToServer(Class<?> annotatedEndpointClass, URI path) throws DeploymentException, IOException {
        return sockets.connect(sockets.made(annotatedEndpointClass), true, path);
    }

    @Override
    public Session connectToServer(Endpoint endpointInstance, ClientEndpointConfig config, URI path)
            throws DeploymentException, IOException {
        return sockets.connect(endpointInstance, false, config, path);
    }

    @Override
    public Session connectToServer(Class<? extends Endpoint> endpointClass, ClientEndpointConfig config, URI path)
            throws DeploymentException, IOException {
        return sockets.connect(sockets.made(endpointClass), true, config, path);
    }
}
