package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Deployment;
import java.util.List;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Whether an application has WebSocket endpoints, or code that could add some or connect to others: then, and only then, the part is opened for it.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
public final class SocketsDetection {
    private static final String API = "jakarta.websocket.";

    /** Whoever has or adds an endpoint, or connects to one, names one of these. */
    private static final List<DotName> TYPES = List.of(
            DotName.createSimple(API + "server.ServerEndpoint"),
            DotName.createSimple(API + "server.ServerContainer"),
            DotName.createSimple(API + "server.ServerEndpointConfig"),
            DotName.createSimple(API + "server.ServerEndpointConfig$Builder"),
            DotName.createSimple(API + "server.ServerApplicationConfig"),
            DotName.createSimple(API + "ClientEndpoint"),
            DotName.createSimple(API + "ContainerProvider"),
            DotName.createSimple(API + "Endpoint"),
            DotName.createSimple(API + "Session"));

    private SocketsDetection() {}

    /** Looks for the API's types in the annotation index of the archive and its libraries. */
    public static boolean usesSockets(Deployment deployment) {
        IndexView index = deployment.index();
        return TYPES.stream()
                .anyMatch(type -> !index.getAnnotations(type).isEmpty()
                        || !index.getKnownUsers(type).isEmpty());
    }
}
