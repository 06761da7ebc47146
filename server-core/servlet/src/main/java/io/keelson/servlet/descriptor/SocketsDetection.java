package io.keelson.servlet.descriptor;

import io.keelson.deploy.spi.Deployment;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jboss.jandex.DotName;
import org.jboss.jandex.IndexView;

/**
 * Detects whether an application has WebSocket endpoints, or code that could add some or connect to others. Then, and only then, the part
 * is opened for it.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
public final class SocketsDetection {
    /** Faces 4.1, 11.1.3: its endpoint is added by Faces, whose classes are in no index. */
    private static final String PUSH = "jakarta.faces.ENABLE_WEBSOCKET_ENDPOINT";

    private static final String API = "jakarta.websocket.";

    /** Types of which an application names one where it has or adds an endpoint, or connects to one. */
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

    /** Looks for the API's types in the annotation index of the archive and its libraries, and for push of Faces in {@code web.xml}. */
    public static boolean usesSockets(Deployment deployment) throws DeploymentException {
        IndexView index = deployment.index();
        return pushes(deployment) || uses(index);
    }

    private static boolean pushes(Deployment deployment) throws DeploymentException {
        Optional<Path> descriptor = deployment.archive().file("WEB-INF/web.xml");
        try {
            return descriptor.isPresent()
                    && Files.readString(descriptor.get(), StandardCharsets.ISO_8859_1)
                            .contains(PUSH);
        } catch (IOException e) {
            throw new DeploymentException("WEB-INF/web.xml cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean uses(IndexView index) {
        return TYPES.stream()
                .anyMatch(type -> !index.getAnnotations(type).isEmpty()
                        || !index.getKnownUsers(type).isEmpty());
    }
}
