package io.keelson.websocket;

import jakarta.websocket.Decoder;
import jakarta.websocket.Encoder;
import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that an application has written itself, without the nulls that some give in place of empty lists. Thread-safe where the
 * application's is.
 *
 * <p>Specification: WebSocket 2.2, 2.1.1 Endpoint Lifecycle.
 *
 * @param written the application's
 * @param properties its own; a map of ours where it has none
 */
record CompleteConfig(ServerEndpointConfig written, Map<String, Object> properties) implements ServerEndpointConfig {
    /** Returns a configuration without nulls, or the same one where it has none. */
    static ServerEndpointConfig of(ServerEndpointConfig config) {
        Map<String, Object> properties = config.getUserProperties();
        boolean complete = properties != null
                && config.getSubprotocols() != null
                && config.getExtensions() != null
                && config.getEncoders() != null
                && config.getDecoders() != null
                && config.getConfigurator() != null;
        return complete ? config : new CompleteConfig(config, properties == null ? new HashMap<>() : properties);
    }

    private static <T> List<T> orNone(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }

    @Override
    public Class<?> getEndpointClass() {
        return written.getEndpointClass();
    }

    @Override
    public String getPath() {
        return written.getPath();
    }

    @Override
    public List<String> getSubprotocols() {
        return orNone(written.getSubprotocols());
    }

    @Override
    public List<Extension> getExtensions() {
        return orNone(written.getExtensions());
    }

    @Override
    public Configurator getConfigurator() {
        Configurator own = written.getConfigurator();
        return own == null ? new DefaultConfigurator() : own;
    }

    @Override
    public List<Class<? extends Encoder>> getEncoders() {
        return orNone(written.getEncoders());
    }

    @Override
    public List<Class<? extends Decoder>> getDecoders() {
        return orNone(written.getDecoders());
    }

    @Override
    public Map<String, Object> getUserProperties() {
        return properties;
    }
}
