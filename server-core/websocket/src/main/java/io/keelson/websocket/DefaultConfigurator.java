package io.keelson.websocket;

import jakarta.websocket.Extension;
import jakarta.websocket.server.ServerEndpointConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Behaviour of an endpoint in the handshake where the application does not say. Without state.
 *
 * <p>Specification: WebSocket 2.2, 3.1.2 Subprotocol Negotiation; WebSocket 2.2, 3.1.3 Extension Modification; WebSocket 2.2, 3.1.4 Origin
 * Check; WebSocket 2.2, 3.1.5 Handshake Modification; WebSocket 2.2, 3.1.7 Customizing Endpoint Creation.
 */
public final class DefaultConfigurator extends ServerEndpointConfig.Configurator {
    /** For {@link java.util.ServiceLoader}. */
    public DefaultConfigurator() {}

    @Override
    public ServerEndpointConfig.Configurator getContainerDefaultConfigurator() {
        return this;
    }

    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        return requested.stream().filter(supported::contains).findFirst().orElse("");
    }

    @Override
    public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
        return requested.stream()
                .filter(wanted ->
                        installed.stream().anyMatch(has -> has.getName().equals(wanted.getName())))
                .toList();
    }

    /** Any page may connect, unless the server is configured otherwise; what sends no Origin is no browser. */
    @Override
    public boolean checkOrigin(@Nullable String origin) {
        Creation creation = Creation.current();
        if (creation == null || origin == null || origin.isEmpty()) {
            return true;
        }
        try {
            return creation.mayComeFrom(new URI(origin).getHost());
        } catch (URISyntaxException e) {
            return creation.mayComeFrom(null);
        }
    }

    @Override
    public <T> T getEndpointInstance(Class<T> type) throws InstantiationException {
        Creation creation = Creation.current();
        try {
            return creation == null ? type.getConstructor().newInstance() : creation.make(type);
        } catch (Exception | LinkageError e) {
            InstantiationException failed =
                    new InstantiationException("the WebSocket endpoint " + type.getName() + " cannot be made: " + e);
            failed.initCause(e);
            throw failed;
        }
    }
}
