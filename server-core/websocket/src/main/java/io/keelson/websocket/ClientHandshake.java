package io.keelson.websocket;

import io.keelson.websocket.frame.DeflateAgreement;
import jakarta.websocket.ClientEndpointConfig;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The opening handshake from the client's side: asks, and judges the answer. Redirections and challenges for a password are
 * answers like any other that is not 101: the configurator may set {@code Authorization}. One a connection; confined to the thread that
 * connects.
 *
 * <p>Specification: RFC 6455, 4.1 Client Requirements.
 */
final class ClientHandshake {
    private static final int MOST_HEAD = 32 * 1024;
    private static final int MOST_INTERIM = 8;

    private final URI uri;
    private final ClientEndpointConfig config;
    private final List<Extension> offered;
    private final boolean keepsContext;
    private final Map<String, List<String>> request = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final Map<String, List<String>> response = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int headBytes;

    /**
     * A handshake.
     *
     * @param offered the extensions that the endpoint asks for and the server has
     * @param keepsContext whether compression may refer to earlier messages
     */
    ClientHandshake(URI uri, ClientEndpointConfig config, List<Extension> offered, boolean keepsContext) {
        this.uri = uri;
        this.config = config;
        this.offered = offered;
        this.keepsContext = keepsContext;
    }

    /**
     * Terms that both sides agreed on.
     *
     * @param subprotocol empty where none was agreed
     * @param compression null where none was agreed
     */
    record Agreed(
            String subprotocol,
            List<Extension> extensions,
            @Nullable DeflateAgreement compression) {}

    /**
     * Asks and reads the answer.
     *
     * @throws DeploymentException when the server declines, or its answer is not one of this protocol
     * @throws IOException when the connection breaks
     */
    Agreed shake(ClientSocket socket) throws IOException, DeploymentException {
        byte[] nonce = new byte[16];
        new SecureRandom().nextBytes(nonce);
        String key = Base64.getEncoder().encodeToString(nonce);
        socket.output().write(head(key).getBytes(StandardCharsets.ISO_8859_1));
        socket.output().flush();
        read(socket.input());
        if (tokens("Upgrade").stream().noneMatch("websocket"::equalsIgnoreCase)
                || tokens("Connection").stream().noneMatch("upgrade"::equalsIgnoreCase)
                || !List.of(Handshake.accept(key)).equals(response.get(HandshakeResponse.SEC_WEBSOCKET_ACCEPT))) {
            throw refused("gave an answer that does not fit the request");
        }
        config.getConfigurator().afterResponse(() -> response);
        String subprotocol = subprotocol();
        List<Extension> extensions = extensions();
        return new Agreed(subprotocol, extensions, compression(extensions));
    }

    private DeploymentException refused(String how) {
        return new DeploymentException("the WebSocket server at " + uri + " " + how);
    }

    // ---- the request

    private String head(String key) throws DeploymentException {
        put("Host", uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort());
        List<String> subprotocols = config.getPreferredSubprotocols();
        if (!subprotocols.isEmpty()) {
            put(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL, String.join(", ", subprotocols));
        }
        if (!offered.isEmpty()) {
            put(
                    HandshakeRequest.SEC_WEBSOCKET_EXTENSIONS,
                    offered.stream().map(OfferedExtension::text).collect(Collectors.joining(", ")));
        }
        protocolsOwn(key);
        config.getConfigurator().beforeRequest(request);
        protocolsOwn(key);
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        StringBuilder head = new StringBuilder("GET ").append(path);
        if (uri.getRawQuery() != null) {
            head.append('?').append(uri.getRawQuery());
        }
        head.append(" HTTP/1.1\r\n");
        for (Map.Entry<String, List<String>> field : request.entrySet()) {
            for (String value : field.getValue()) {
                head.append(checked(field.getKey(), value)).append("\r\n");
            }
        }
        return head.append("\r\n").toString();
    }

    private void put(String name, String value) {
        request.put(name, new ArrayList<>(List.of(value)));
    }

    /** Sets the fields that the application does not choose. */
    private void protocolsOwn(String key) {
        put("Upgrade", "websocket");
        put("Connection", "Upgrade");
        put(HandshakeRequest.SEC_WEBSOCKET_KEY, key);
        put(HandshakeRequest.SEC_WEBSOCKET_VERSION, "13");
    }

    private static String checked(String name, String value) throws DeploymentException {
        if (!OfferedExtension.token(name)
                || value.chars().anyMatch(c -> c == '\r' || c == '\n' || c == 0 || c > 0xff)) {
            throw new DeploymentException(
                    "the field '" + name + "' cannot be sent with the opening handshake: its name is no token, or its"
                            + " value has line breaks or characters beyond ISO 8859-1");
        }
        return name + ": " + value;
    }

    // ---- the answer

    private void read(InputStream in) throws IOException, DeploymentException {
        for (int i = 0; i < MOST_INTERIM; i++) {
            response.clear();
            int status = status(line(in));
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                field(line);
            }
            if (status == 101) {
                return;
            }
            if (status / 100 != 1) {
                throw refused("answered " + status + " to the opening handshake");
            }
        }
        throw refused("answers without end");
    }

    private int status(String line) throws DeploymentException {
        if (!line.matches("HTTP/1\\.[01] [1-9][0-9][0-9]( .*)?")) {
            throw refused("does not speak HTTP/1.1");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private void field(String line) throws DeploymentException {
        int colon = line.indexOf(':');
        if (colon <= 0 || !OfferedExtension.token(line.substring(0, colon))) {
            throw refused("gave a malformed answer");
        }
        response.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                .add(line.substring(colon + 1).strip());
    }

    private String line(InputStream in) throws IOException, DeploymentException {
        StringBuilder line = new StringBuilder();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new EOFException(
                        "the WebSocket server at " + uri + " ended the connection during the opening handshake");
            }
            if (++headBytes > MOST_HEAD) {
                throw refused("gave an answer with a head of more than " + MOST_HEAD + " bytes");
            }
            line.append((char) b);
        }
        int length = line.length();
        return length > 0 && line.charAt(length - 1) == '\r' ? line.substring(0, length - 1) : line.toString();
    }

    private List<String> tokens(String name) {
        return response.getOrDefault(name, List.of()).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .map(String::strip)
                .filter(token -> !token.isEmpty())
                .toList();
    }

    private String subprotocol() throws DeploymentException {
        List<String> chosen = tokens(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL);
        if (chosen.isEmpty()) {
            return "";
        }
        boolean asked = request.getOrDefault(HandshakeRequest.SEC_WEBSOCKET_PROTOCOL, List.of()).stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .anyMatch(token -> token.strip().equals(chosen.get(0)));
        if (chosen.size() > 1 || !asked) {
            throw refused("chose the subprotocol " + chosen + ", which was not asked for");
        }
        return chosen.get(0);
    }

    private List<Extension> extensions() throws DeploymentException {
        List<Extension> chosen =
                OfferedExtension.read(response.getOrDefault(HandshakeRequest.SEC_WEBSOCKET_EXTENSIONS, List.of()));
        for (Extension extension : chosen) {
            if (offered.stream().noneMatch(offer -> offer.getName().equals(extension.getName()))) {
                throw refused("chose the extension " + extension.getName() + ", which was not asked for");
            }
        }
        return chosen;
    }

    private @Nullable DeflateAgreement compression(List<Extension> chosen) throws DeploymentException {
        if (chosen.isEmpty()) {
            return null;
        }
        return DeflateOffer.chosen(chosen, keepsContext)
                .orElseThrow(() -> refused("chose compression with parameters that make no sense"));
    }
}
