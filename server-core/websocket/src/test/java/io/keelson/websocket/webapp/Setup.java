package io.keelson.websocket.webapp;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;

/** Deploys in code what has no annotation. */
public class Setup implements ServletContextListener {
    /** Has its say in the handshake. */
    public static final class Doorkeeper extends ServerEndpointConfig.Configurator {
        @Override
        public boolean checkOrigin(String origin) {
            return !"https://evil.example".equals(origin);
        }

        @Override
        public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
            response.getHeaders()
                    .put(
                            "X-Doorkeeper",
                            List.of(String.valueOf(request.getHeaders().get("x-guest"))));
        }
    }

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServerContainer container =
                (ServerContainer) event.getServletContext().getAttribute("jakarta.websocket.server.ServerContainer");
        try {
            container.addEndpoint(ServerEndpointConfig.Builder.create(ProgrammaticEndpoint.class, "/points")
                    .decoders(List.of(ProgrammaticEndpoint.PointCoder.class))
                    .encoders(List.of(ProgrammaticEndpoint.PointCoder.class))
                    .configurator(new Doorkeeper())
                    .build());
            // Without a configurator the API looks for the container's as a service.
            container.addEndpoint(ServerEndpointConfig.Builder.create(EchoEndpoint.class, "/plain")
                    .build());
        } catch (DeploymentException e) {
            throw new IllegalStateException(e);
        }
    }
}
