package io.keelson.ee.cdi.shapes;

import jakarta.inject.Inject;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;

/** An endpoint with a bean, and a configurator with one. */
@ServerEndpoint(value = "/socket", configurator = ShapeSocket.Configurator.class)
public class ShapeSocket {
    @Inject
    private Shape shape;

    /** Answers. */
    @OnMessage
    public String answer(String text) {
        return text + " " + shape.describe();
    }

    /** Says in the handshake what it got. */
    public static class Configurator extends ServerEndpointConfig.Configurator {
        @Inject
        private Shape shape;

        @Override
        public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
            response.getHeaders().put("X-Shape", java.util.List.of(shape == null ? "none" : shape.describe()));
        }
    }
}
