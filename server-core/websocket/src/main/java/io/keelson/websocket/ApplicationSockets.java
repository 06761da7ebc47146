package io.keelson.websocket;

import io.keelson.base.time.Deadline;
import io.keelson.component.spi.ComponentFactory;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.websocket.endpoint.EndpointType;
import io.keelson.websocket.frame.CloseCode;
import io.keelson.websocket.session.SessionHost;
import io.keelson.websocket.session.SocketSession;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.ClientEndpoint;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpoint;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.EventListener;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The endpoints and open connections of one application. Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.7 WebSocketContainers; WebSocket 2.2, 6.2 Application Deployment on Web Containers.
 */
final class ApplicationSockets implements SocketsProvider.Sockets, SessionHost {
    /** Time that a client has to answer when the application stops: an undeployment waits for it. */
    private static final Duration MOST_PATIENCE = Duration.ofSeconds(3);

    private final String application;
    private final SocketsProvider.Surroundings surroundings;
    private final SocketContainer container;
    private final Handshake handshake;
    private final EndpointTable endpoints = new EndpointTable();
    private final Map<Object, Set<SocketSession>> open = new ConcurrentHashMap<>();
    private final HttpSessions httpSessions = new HttpSessions();
    private final Watch watch;
    private final Clients clients;
    private final Queue<Object> configurators = new ConcurrentLinkedQueue<>();
    private volatile boolean serving;
    private volatile boolean deploymentFailed;

    ApplicationSockets(String application, SocketsProvider.Surroundings surroundings) {
        this.application = application;
        this.surroundings = surroundings;
        this.container = new SocketContainer(this, surroundings.settings());
        this.handshake = new Handshake(this);
        this.watch = new Watch(surroundings.clock());
        this.clients = new Clients(this, surroundings.work());
    }

    // ---- endpoints

    /** Deploys an annotated class. */
    void deploy(Class<?> type) throws DeploymentException {
        ServerEndpoint annotation = type.getAnnotation(ServerEndpoint.class);
        if (annotation == null) {
            throw failed(new DeploymentException(type.getName() + " has no @ServerEndpoint"));
        }
        try {
            ServerEndpointConfig config = ServerEndpointConfig.Builder.create(type, path(annotation.value(), type))
                    .encoders(List.of(annotation.encoders()))
                    .decoders(List.of(annotation.decoders()))
                    .subprotocols(List.of(annotation.subprotocols()))
                    .configurator(configurator(annotation.configurator()))
                    .build();
            add(DeployedEndpoint.of(config, true));
        } catch (DeploymentException e) {
            throw failed(e);
        }
    }

    private static String path(String value, Class<?> type) throws DeploymentException {
        if (value.startsWith("/")) {
            return value;
        }
        throw new DeploymentException("the path '" + value + "' of the WebSocket endpoint " + type.getName()
                + " does not start with a slash");
    }

    private ServerEndpointConfig.Configurator configurator(Class<? extends ServerEndpointConfig.Configurator> type)
            throws DeploymentException {
        if (type == ServerEndpointConfig.Configurator.class) {
            return new DefaultConfigurator();
        }
        try {
            ServerEndpointConfig.Configurator made = components().create(type);
            configurators.add(made);
            return made;
        } catch (Exception | LinkageError e) {
            throw new DeploymentException("the configurator " + type.getName() + " cannot be made: " + e, e);
        }
    }

    /** Deploys what a configuration says. */
    void deploy(ServerEndpointConfig config) throws DeploymentException {
        try {
            add(DeployedEndpoint.of(config, false));
        } catch (DeploymentException e) {
            throw failed(e);
        }
    }

    private void add(DeployedEndpoint endpoint) throws DeploymentException {
        if (deploymentFailed) {
            throw new DeploymentException(
                    "no more WebSocket endpoints of " + application + " are deployed, since one before could not be");
        }
        endpoints.add(endpoint);
    }

    /** A failure while the application starts takes all of its endpoints out of service (5.2.1); later only that one. */
    private DeploymentException failed(DeploymentException failure) {
        if (!serving) {
            deploymentFailed = true;
            endpoints.clear();
        }
        return failure;
    }

    // ---- requests

    @Override
    public boolean answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        serving = true;
        if (!Handshake.asked(request)) {
            return false;
        }
        String inside = request.getPathInfo();
        Optional<EndpointTable.Match> match = endpoints.find(request.getServletPath() + (inside == null ? "" : inside));
        if (match.isEmpty()) {
            return false;
        }
        DeployedEndpoint endpoint = match.get().endpoint();
        handshake.answer(
                request,
                response,
                endpoint.type(),
                endpoint.config(),
                match.get().variables());
        return true;
    }

    /** Upgrades a request to an endpoint that need not be deployed (ServerContainer.upgradeHttpToWebSocket). */
    void upgrade(
            HttpServletRequest request,
            HttpServletResponse response,
            ServerEndpointConfig config,
            Map<String, String> variables)
            throws IOException, ServletException, DeploymentException {
        EndpointType type = EndpointType.of(config.getEndpointClass(), config);
        handshake.answer(request, response, type, config, variables);
    }

    // ---- connections to others

    /** Opens a connection for an annotated instance. */
    Session connect(Object instance, boolean owned, URI uri) throws DeploymentException, IOException {
        ClientEndpoint annotation = instance.getClass().getAnnotation(ClientEndpoint.class);
        if (annotation == null) {
            throw new DeploymentException(instance.getClass().getName() + " has no @ClientEndpoint");
        }
        ClientEndpointConfig config = ClientEndpointConfig.Builder.create()
                .encoders(List.of(annotation.encoders()))
                .decoders(List.of(annotation.decoders()))
                .preferredSubprotocols(List.of(annotation.subprotocols()))
                .configurator(made(annotation.configurator()))
                .build();
        return clients.connect(instance, owned, config, uri);
    }

    /** Opens a connection for an endpoint. */
    Session connect(Endpoint instance, boolean owned, @Nullable ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        return clients.connect(
                instance,
                owned,
                config == null ? ClientEndpointConfig.Builder.create().build() : config,
                uri);
    }

    /** An instance of a class of the application's. */
    <T> T made(Class<T> type) throws DeploymentException {
        try {
            return components().create(type);
        } catch (Exception | LinkageError e) {
            throw new DeploymentException(type.getName() + " cannot be made: " + e, e);
        }
    }

    @Override
    public void stop(Deadline deadline) {
        clients.stop(deadline, patience());
    }

    @Override
    public EventListener sessionListener() {
        return httpSessions;
    }

    @Override
    public void loggedOut(String sessionId) {
        httpSessions.end(sessionId);
    }

    @Override
    public void close() {
        watch.close();
        endpoints.clear();
        configurators.forEach(components()::destroy);
        configurators.clear();
    }

    // ---- what sessions and handshakes ask

    /** Returns what tells the connections of one endpoint from those of others. */
    static Object key(ServerEndpointConfig config) {
        return List.of(config.getEndpointClass(), config.getPath());
    }

    Duration patience() {
        Duration usual = settings().closeTimeout();
        return usual.compareTo(MOST_PATIENCE) < 0 ? usual : MOST_PATIENCE;
    }

    ComponentFactory components() {
        return surroundings.components();
    }

    @Override
    public String application() {
        return application;
    }

    @Override
    public SocketContainer container() {
        return container;
    }

    @Override
    public SocketSettings settings() {
        return surroundings.settings();
    }

    @Override
    public SocketsProvider.Clock clock() {
        return surroundings.clock();
    }

    @Override
    public Set<Session> openSessions(SocketSession of) {
        Set<Session> sessions = new LinkedHashSet<>();
        for (SocketSession session : open.getOrDefault(of.opening().endpoint(), Set.of())) {
            if (session.isOpen()) {
                sessions.add(session);
            }
        }
        return sessions;
    }

    @Override
    public void opened(SocketSession session) {
        open.compute(session.opening().endpoint(), (key, sessions) -> {
            Set<SocketSession> all = sessions == null ? ConcurrentHashMap.newKeySet() : sessions;
            all.add(session);
            return all;
        });
        httpSessions.add(session);
        watch.add(session);
    }

    @Override
    public void closed(SocketSession session) {
        open.computeIfPresent(session.opening().endpoint(), (key, sessions) -> {
            sessions.remove(session);
            return sessions.isEmpty() ? null : sessions;
        });
        httpSessions.remove(session);
        watch.remove(session);
    }

    @Override
    public void ended(SocketSession session) {
        closed(session);
    }

    /** Says of a connection that whoever opened it is nobody any more. */
    static void endOfLogin(SocketSession session) {
        session.closeByUs(CloseCode.POLICY, "the login under which the connection was opened has ended");
    }
}
