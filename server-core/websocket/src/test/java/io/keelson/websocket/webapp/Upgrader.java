package io.keelson.websocket.webapp;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.util.Map;

/** Opens connections from within a servlet (ServerContainer.upgradeHttpToWebSocket). */
public class Upgrader extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        ServerContainer container = (ServerContainer) getServletContext().getAttribute(ServerContainer.class.getName());
        try {
            container.upgradeHttpToWebSocket(
                    request,
                    response,
                    ServerEndpointConfig.Builder.create(RoomEndpoint.class, "/by/servlet")
                            .build(),
                    Map.of("name", "by servlet", "number", "7"));
        } catch (DeploymentException e) {
            throw new ServletException(e);
        }
    }
}
