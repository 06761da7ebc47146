package io.keelson.websocket;

import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An endpoint's configuration as one connection sees it: with user properties of its own.
 *
 * <p>Specification: WebSocket 2.2, 3.1.5 Handshake Modification.
 */
final class SessionConfig implements ServerEndpointConfig {
    private final ServerEndpointConfig config;
    private final Map<String, Object> properties;

    SessionConfig(ServerEndpointConfig config) {
        this.config = config;
        this.properties = new HashMap<>(config.getUserProperties());
    }

    @Override
    public Class<?> getEndpointClass() {
        return config.getEndpointClass();
    }

    @Override
    public String getPath() {
        return config.getPath();
    }

    @Override
    public List<String> getSubprotocols() {
        return config.getSubprotocols();
    }

    @Override
    public List<Extension> getExtensions() {
        return config.getExtensions();
    }

    @Override
    public Configurator getConfigurator() {
        return config.getConfigurator();
    }

    @Override
    public List<Class<? extends Encoder>> getEncoders() {
        return config.getEncoders();
    }

    @Override
    public List<Class<? extends Decoder>> getDecoders() {
        return config.getDecoders();
    }

    @Override
    public Map<String, Object> getUserProperties() {
        return properties;
    }
}
