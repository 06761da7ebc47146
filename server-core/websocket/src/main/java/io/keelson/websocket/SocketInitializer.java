package io.keelson.websocket;

import io.keelson.websocket.endpoint.EndpointType;
import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.HandlesTypes;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.ServerApplicationConfig;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.lang.reflect.Modifier;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Deploys the endpoints that the scan of an application has found.
 *
 * <p>Specification: WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
@HandlesTypes({ServerEndpoint.class, ServerApplicationConfig.class, Endpoint.class})
public final class SocketInitializer implements ServletContainerInitializer {
    /** For the container. */
    public SocketInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> found, ServletContext context) throws ServletException {
        if (found == null
                || !(context.getAttribute(ServerContainer.class.getName()) instanceof SocketContainer container)) {
            return;
        }
        try {
            Set<Class<?>> configs = new LinkedHashSet<>();
            for (Class<?> type : found) {
                if (ServerApplicationConfig.class.isAssignableFrom(type) && concrete(type)) {
                    configs.add(type);
                }
            }
            if (configs.isEmpty()) {
                for (Class<?> type : annotated(found)) {
                    container.addEndpoint(type);
                }
            } else {
                deploy(container, configs, found);
            }
        } catch (DeploymentException e) {
            throw new ServletException(e.getMessage(), e);
        }
    }

    /** Each configuration is shown what its own archive has; what they say together is deployed. */
    private static void deploy(SocketContainer container, Set<Class<?>> configs, Set<Class<?>> found)
            throws DeploymentException {
        Set<Class<?>> annotated = new LinkedHashSet<>();
        Set<ServerEndpointConfig> programmatic = new LinkedHashSet<>();
        for (Class<?> type : configs) {
            ServerApplicationConfig config = make(type);
            Set<Class<?>> neighbours = new LinkedHashSet<>(found);
            neighbours.removeIf(other -> !place(other).equals(place(type)));
            Set<ServerEndpointConfig> configured = config.getEndpointConfigs(endpoints(neighbours));
            if (configured != null) {
                programmatic.addAll(configured);
            }
            Set<Class<?>> chosen = config.getAnnotatedEndpointClasses(annotated(neighbours));
            if (chosen != null) {
                annotated.addAll(chosen);
            }
        }
        for (Class<?> type : annotated) {
            container.addEndpoint(type);
        }
        for (ServerEndpointConfig config : programmatic) {
            container.addEndpoint(config);
        }
    }

    private static ServerApplicationConfig make(Class<?> type) throws DeploymentException {
        try {
            return (ServerApplicationConfig) type.getConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new DeploymentException("the configuration " + type.getName() + " cannot be made: " + e, e);
        }
    }

    /** Annotated classes that can be endpoints; others that have the annotation are left out (4.8). */
    private static Set<Class<?>> annotated(Set<Class<?>> found) {
        Set<Class<?>> annotated = new LinkedHashSet<>();
        for (Class<?> type : found) {
            if (type.isAnnotationPresent(ServerEndpoint.class) && EndpointType.usable(type)) {
                annotated.add(type);
            }
        }
        return annotated;
    }

    private static Set<Class<? extends Endpoint>> endpoints(Set<Class<?>> found) {
        Set<Class<? extends Endpoint>> endpoints = new LinkedHashSet<>();
        for (Class<?> type : found) {
            if (Endpoint.class.isAssignableFrom(type) && concrete(type)) {
                endpoints.add(type.asSubclass(Endpoint.class));
            }
        }
        return endpoints;
    }

    private static boolean concrete(Class<?> type) {
        return !type.isInterface() && !Modifier.isAbstract(type.getModifiers());
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? "" : String.valueOf(source.getLocation());
    }
}
