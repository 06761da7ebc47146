package io.keelson.websocket;

import io.keelson.servlet.spi.SocketSettings;
import io.keelson.websocket.endpoint.EndpointType;
import io.keelson.websocket.frame.Side;
import io.keelson.websocket.session.EndpointCallbacks;
import io.keelson.websocket.session.Opening;
import io.keelson.websocket.session.SocketSession;
import io.keelson.websocket.session.UpgradedWire;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake: judges the request, lets the endpoint's configurator have its
 * say, and upgrades. Without state between requests.
 *
 * <p>Specification: RFC 6455, 4.2 Server-Side Requirements; WebSocket 2.2, 3.1 Server Configurations.
 */
final class Handshake {
    private static final String ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String VERSION = "13";

    private final ApplicationSockets sockets;

    Handshake(ApplicationSockets sockets) {
        this.sockets = sockets;
    }

    /** Returns whether a request wants to be upgraded to this protocol. */
    static boolean asked(HttpServletRequest request) {
        for (Enumeration<String> values = request.getHeaders("Upgrade"); values.hasMoreElements(); ) {
            for (String protocol : values.nextElement().split(",")) {
                if (protocol.strip().equalsIgnoreCase("websocket")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Answers the request: with 101, or with what is wrong. */
    void answer(
            HttpServletRequest request,
            HttpServletResponse response,
            EndpointType type,
            ServerEndpointConfig config,
            Map<String, String> variables)
            throws IOException, ServletException {
        HandshakeQuery query = new HandshakeQuery(request, variables);
        if (!wellFormed(request, response, query)) {
            return;
        }
        SocketSettings settings = sockets.settings();
        Creation creation = new Creation(sockets.components(), settings.sameOrigin() ? request.getServerName() : null);
        Creation.current(creation);
        try {
            if (!config.getConfigurator().checkOrigin(first(query.header("Origin")))) {
                response.sendError(403, "This page may not connect.");
                return;
            }
            agree(request, response, query, type, config, variables, creation);
        } finally {
            Creation.current(null);
        }
    }

    @SuppressWarnings("NullAway") // the API does not say that an Origin may be missing
    private static String first(List<String> values) {
        return values.isEmpty() ? null : values.get(0);
    }

    /** Returns what the protocol asks of any request (4.2.1). */
    private static boolean wellFormed(HttpServletRequest request, HttpServletResponse response, HandshakeQuery query)
            throws IOException {
        List<String> versions = query.header(HandshakeRequest.SEC_WEBSOCKET_VERSION);
        List<String> keys = query.header(HandshakeRequest.SEC_WEBSOCKET_KEY);
        if (query.tokens("Connection").stream().noneMatch("upgrade"::equalsIgnoreCase)) {
            response.sendError(400, "The Connection field does not say upgrade.");
        } else if (!request.getProtocol().equals("HTTP/1.1")) {
            response.sendError(400, "A WebSocket is opened with HTTP/1.1.");
        } else if (request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null) {
            response.sendError(400, "A request that opens a WebSocket has no body.");
        } else if (!versions.equals(List.of(VERSION))) {
            response.setHeader(HandshakeRequest.SEC_WEBSOCKET_VERSION, VERSION);
            response.setHeader("Upgrade", "websocket");
            response.sendError(426, "The version of the WebSocket protocol is 13.");
        } else if (keys.size() != 1 || !isKey(keys.get(0))) {
            response.sendError(400, "Sec-WebSocket-Key is not 16 bytes in Base64.");
        } else {
            return true;
        }
        return false;
    }

    private static boolean isKey(String key) {
        try {
            return key.length() == 24 && Base64.getDecoder().decode(key).length == 16;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void agree(
            HttpServletRequest request,
            HttpServletResponse response,
            HandshakeQuery query,
            EndpointType type,
            ServerEndpointConfig config,
            Map<String, String> variables,
            Creation creation)
            throws IOException, ServletException {
        SessionConfig own = new SessionConfig(config);
        String subprotocol = subprotocol(query, config);
        Optional<DeflateOffer> deflate = extensions(query, config);
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("Upgrade", new ArrayList<>(List.of("websocket")));
        headers.put("Connection", new ArrayList<>(List.of("Upgrade")));
        headers.put(
                HandshakeResponse.SEC_WEBSOCKET_ACCEPT,
                new ArrayList<>(List.of(
                        accept(query.header(HandshakeRequest.SEC_WEBSOCKET_KEY).get(0)))));
        if (!subprotocol.isEmpty()) {
            headers.put(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL, new ArrayList<>(List.of(subprotocol)));
        }
        deflate.ifPresent(agreed -> headers.put(
                HandshakeRequest.SEC_WEBSOCKET_EXTENSIONS,
                new ArrayList<>(List.of(OfferedExtension.text(agreed.answer())))));
        config.getConfigurator().modifyHandshake(own, query, () -> headers);
        Opening opening = new Opening(
                ApplicationSockets.key(config),
                query.getRequestURI(),
                request.getQueryString(),
                HandshakeQuery.parameters(request),
                variables,
                request.getUserPrincipal(),
                httpSession(request),
                request.isSecure(),
                Side.SERVER,
                subprotocol,
                deflate.map(agreed -> List.of(agreed.answer())).orElse(List.of()),
                deflate.map(DeflateOffer::agreement).orElse(null),
                own.getUserProperties());
        EndpointCallbacks callbacks = callbacks(type, own, creation);
        headers.forEach((name, values) -> send(response, name, values));
        request.upgrade(SocketUpgrade.class)
                .open(
                        connection -> new SocketSession(sockets, opening, callbacks, new UpgradedWire(connection)),
                        sockets.patience());
    }

    private static String subprotocol(HandshakeQuery query, ServerEndpointConfig config) {
        List<String> requested = query.tokens(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL);
        String chosen = config.getConfigurator().getNegotiatedSubprotocol(config.getSubprotocols(), requested);
        return chosen == null ? "" : chosen;
    }

    private Optional<DeflateOffer> extensions(HandshakeQuery query, ServerEndpointConfig config) {
        List<Extension> installed = new ArrayList<>(config.getExtensions());
        sockets.container().getInstalledExtensions().stream()
                .filter(own -> installed.stream().noneMatch(has -> has.getName().equals(own.getName())))
                .forEach(installed::add);
        List<Extension> requested = OfferedExtension.read(query.header(HandshakeRequest.SEC_WEBSOCKET_EXTENSIONS));
        List<Extension> chosen = config.getConfigurator().getNegotiatedExtensions(installed, requested);
        return chosen == null
                ? Optional.empty()
                : DeflateOffer.accept(chosen, sockets.settings().compression());
    }

    /** The HTTP session whose end ends the connection: where somebody has logged in (7.2). */
    private static @Nullable HttpSession httpSession(HttpServletRequest request) {
        Principal user = request.getUserPrincipal();
        return user == null ? null : request.getSession(false);
    }

    private EndpointCallbacks callbacks(EndpointType type, SessionConfig config, Creation creation)
            throws ServletException {
        Object instance;
        try {
            instance = config.getConfigurator().getEndpointInstance(type.type());
        } catch (InstantiationException e) {
            throw new ServletException(e.getMessage(), e);
        }
        if (instance == null) {
            throw new ServletException("the configurator of " + type.type().getName() + " gave no endpoint");
        }
        return type.serve(instance, config, sockets.components(), creation.made(instance), sockets.application());
    }

    private static void send(HttpServletResponse response, String name, List<String> values) {
        if (!name.equalsIgnoreCase("Connection")) { // the server's own
            for (int i = 0; i < values.size(); i++) {
                if (i == 0) {
                    response.setHeader(name, values.get(i));
                } else {
                    response.addHeader(name, values.get(i));
                }
            }
        }
    }

    /** Proves that the key was read (RFC 6455, 4.2.2). */
    static String accept(String key) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return Base64.getEncoder()
                    .encodeToString(sha1.digest((key + ACCEPT_SUFFIX).getBytes(StandardCharsets.ISO_8859_1)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1", e);
        }
    }
}
