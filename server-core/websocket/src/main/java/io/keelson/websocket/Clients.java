package io.keelson.websocket;

import io.keelson.base.time.Deadline;
import io.keelson.servlet.spi.SocketSettings;
import io.keelson.servlet.spi.SocketsProvider;
import io.keelson.websocket.endpoint.EndpointType;
import io.keelson.websocket.frame.Side;
import io.keelson.websocket.session.EndpointCallbacks;
import io.keelson.websocket.session.Opening;
import io.keelson.websocket.session.SocketSession;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.Session;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The connections that an application opens itself (WebSocketContainer.connectToServer). Thread-safe.
 *
 * <p>Specification: WebSocket 2.2, 2.1.6 Clients and Servers.
 */
final class Clients {
    /** Time that the opening of a connection may take: reaching the server, TLS, the handshake. */
    private static final Duration MOST = Duration.ofSeconds(10);

    private static final Logger LOG = Logger.getLogger(Clients.class);

    private final ApplicationSockets sockets;
    private final Executor work;
    private final Map<SocketSession, CompletableFuture<@Nullable Void>> open = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    Clients(ApplicationSockets sockets, Executor work) {
        this.sockets = sockets;
        this.work = work;
    }

    /**
     * Opens a connection. Blocks; {@code onOpen} has returned when this does.
     *
     * @param owned whether the instance ends with the connection
     * @throws DeploymentException when the endpoint or the address is no good, or the server declines
     * @throws IOException when the server cannot be reached
     */
    Session connect(Object instance, boolean owned, ClientEndpointConfig config, URI uri)
            throws DeploymentException, IOException {
        check(uri);
        if (stopping) {
            throw new IOException("the application is being stopped: it opens no more connections");
        }
        EndpointType type = EndpointType.of(instance.getClass(), config);
        List<Extension> offered = offered(config);
        boolean keepsContext = sockets.settings().compression() == SocketSettings.Compression.DEDICATED;
        ClientHandshake handshake = new ClientHandshake(uri, config, offered, keepsContext);
        Socket plain = new Socket();
        AtomicBoolean late = new AtomicBoolean();
        SocketsProvider.Pending limit = sockets.clock().after(MOST, () -> {
            late.set(true);
            close(plain);
        });
        boolean connected = false;
        try {
            ClientSocket socket = ClientSocket.connect(plain, uri, config.getSSLContext(), MOST);
            ClientHandshake.Agreed agreed = handshake.shake(socket);
            EndpointCallbacks callbacks =
                    type.serve(instance, config, sockets.components(), owned, sockets.application());
            Session session = open(socket, opening(type, config, uri, agreed), callbacks);
            connected = true;
            return session;
        } catch (IOException e) {
            if (late.get()) {
                throw timeout(uri, e);
            }
            throw e;
        } finally {
            limit.cancel();
            if (!connected) {
                close(plain);
                if (owned) {
                    sockets.components().destroy(instance);
                }
            }
        }
    }

    private static void check(URI uri) throws DeploymentException {
        boolean known = "ws".equalsIgnoreCase(uri.getScheme()) || ClientSocket.secure(uri);
        if (!known || uri.getHost() == null || uri.getFragment() != null) {
            throw new DeploymentException(
                    "'" + uri
                            + "' is no address of a WebSocket server: it has to be ws://host... or wss://host... without a fragment");
        }
    }

    /** Returns what the endpoint asks for and the server has. */
    private List<Extension> offered(ClientEndpointConfig config) {
        Set<Extension> installed = sockets.container().getInstalledExtensions();
        return config.getExtensions().stream()
                .filter(wanted ->
                        installed.stream().anyMatch(has -> has.getName().equals(wanted.getName())))
                .toList();
    }

    private static Opening opening(
            EndpointType type, ClientEndpointConfig config, URI uri, ClientHandshake.Agreed agreed) {
        Map<String, Object> properties = new HashMap<>(config.getUserProperties());
        return new Opening(
                List.of(Side.CLIENT, type.type(), uri),
                uri,
                uri.getRawQuery(),
                parameters(uri.getRawQuery()),
                Map.of(),
                null,
                null,
                ClientSocket.secure(uri),
                Side.CLIENT,
                agreed.subprotocol(),
                agreed.extensions(),
                agreed.compression(),
                properties);
    }

    private Session open(ClientSocket socket, Opening opening, EndpointCallbacks callbacks) {
        CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
        ClientWire wire = new ClientWire(socket, work, () -> ended.complete(null));
        SocketSession session = new SocketSession(sockets, opening, callbacks, wire);
        wire.start(String.valueOf(opening.uri().getAuthority()));
        session.beginHere();
        open.put(session, ended);
        ended.whenComplete((done, failure) -> open.remove(session));
        if (stopping) {
            session.goAway(sockets.patience());
        }
        return session;
    }

    private static Map<String, List<String>> parameters(@Nullable String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String pair : query == null || query.isEmpty() ? new String[0] : query.split("&")) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            parameters
                    .computeIfAbsent(name, key -> new ArrayList<>())
                    .add(equals < 0 ? "" : decoded(pair.substring(equals + 1)));
        }
        return Collections.unmodifiableMap(parameters);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static IOException timeout(URI uri, IOException cause) {
        IOException late = new SocketTimeoutException(
                "the WebSocket server at " + uri + " did not open the connection within " + MOST.toMillis() + " ms");
        late.initCause(cause);
        return late;
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.debugf(e, "a socket that was to be connected cannot be closed");
        }
    }

    /** Ends all and waits for it: the servers have not much time to answer. */
    void stop(Deadline deadline, Duration patience) {
        stopping = true;
        Map<SocketSession, CompletableFuture<@Nullable Void>> ending = Map.copyOf(open);
        ending.keySet().forEach(session -> session.goAway(patience));
        long most =
                Math.min(deadline.remaining().toNanos(), patience.plusSeconds(1).toNanos());
        try {
            CompletableFuture.allOf(ending.values().toArray(new CompletableFuture<?>[0]))
                    .get(most, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debugf(e, "client connections of %s end late", sockets.application());
        }
    }
}
