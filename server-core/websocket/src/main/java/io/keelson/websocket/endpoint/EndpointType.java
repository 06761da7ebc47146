package io.keelson.websocket.endpoint;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.websocket.session.EndpointCallbacks;
import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * A class of endpoints, annotated or derived from {@link Endpoint}, as it was when it was deployed. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 2.1.1 Endpoint Lifecycle; WebSocket 2.2, 2.2.1 Annotated Endpoints.
 */
public final class EndpointType {
    private final Class<?> type;
    private final CoderTypes coders;
    private final @Nullable AnnotatedMethods methods;

    private EndpointType(Class<?> type, CoderTypes coders, @Nullable AnnotatedMethods methods) {
        this.type = type;
        this.coders = coders;
        this.methods = methods;
    }

    /**
     * Looks at a class.
     *
     * @throws DeploymentException when it is no endpoint, or one that breaks a rule of chapter 4; the message says which
     */
    public static EndpointType of(Class<?> type, EndpointConfig config) throws DeploymentException {
        boolean ofServer = type.isAnnotationPresent(ServerEndpoint.class);
        boolean annotated = ofServer || type.isAnnotationPresent(ClientEndpoint.class);
        if (!annotated && !Endpoint.class.isAssignableFrom(type)) {
            throw new DeploymentException(
                    type.getName() + " is no WebSocket endpoint: it neither has @ServerEndpoint or @ClientEndpoint nor"
                            + " extends jakarta.websocket.Endpoint");
        }
        CoderTypes coders = CoderTypes.of(config.getDecoders(), config.getEncoders());
        if (Endpoint.class.isAssignableFrom(type)) {
            return new EndpointType(type, coders, null);
        }
        // That of a client is an instance which the application has made: its class may be one within another.
        if (ofServer && !usable(type)) {
            throw new DeploymentException("the WebSocket endpoint " + type.getName() + " is not public or abstract");
        }
        return new EndpointType(type, coders, AnnotatedMethods.of(type, coders));
    }

    /** Returns whether an annotated class can be an endpoint: public and concrete (4.1). */
    public static boolean usable(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && !Modifier.isAbstract(type.getModifiers())
                && !type.isInterface()
                && (!type.isMemberClass() || Modifier.isStatic(type.getModifiers()));
    }

    /** The class. */
    public Class<?> type() {
        return type;
    }

    /**
     * Puts an instance into the service of one connection.
     *
     * @param components makes decoders and encoders
     * @param owned whether the instance was made by {@code components} for this connection, and ends with it
     */
    public EndpointCallbacks serve(
            Object instance, EndpointConfig config, ComponentFactory components, boolean owned, String application) {
        Service service = new Service(instance, config, components, owned, application, new Coders(coders, components));
        AnnotatedMethods annotated = methods;
        return annotated == null ? new ProgrammaticService(service) : new AnnotatedService(service, annotated);
    }

    /** Returns whether the class does anything about errors. */
    static boolean handlesErrors(Endpoint endpoint) {
        try {
            Method method = endpoint.getClass().getMethod("onError", Session.class, Throwable.class);
            return method.getDeclaringClass() != Endpoint.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("jakarta.websocket.Endpoint has no onError", e);
        }
    }
}
