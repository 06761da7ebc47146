package io.keelson.websocket;

import io.keelson.websocket.endpoint.EndpointType;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerEndpointConfig;

/**
 * An endpoint in service. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 3.1.1 URI Mapping.
 *
 * @param annotated whether its configuration comes from its annotation
 */
record DeployedEndpoint(EndpointType type, PathTemplate path, ServerEndpointConfig config, boolean annotated) {
    static DeployedEndpoint of(ServerEndpointConfig config, boolean annotated) throws DeploymentException {
        return new DeployedEndpoint(
                EndpointType.of(config.getEndpointClass(), config),
                PathTemplate.of(config.getPath()),
                config,
                annotated);
    }

    @Override
    public String toString() {
        return type.type().getName() + " at " + path;
    }
}
