package io.keelson.websocket.session;

import io.keelson.websocket.frame.DeflateAgreement;
import io.keelson.websocket.frame.Side;
import jakarta.servlet.http.HttpSession;
import jakarta.websocket.Extension;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Result of the opening handshake. Immutable but for the user properties, which become the session's.
 *
 * <p>Specification: RFC 6455, 4.2.2 Sending the Server's Opening Handshake.
 *
 * @param endpoint what tells the endpoint from others of the application
 * @param uri as the client asked, with {@code ws} or {@code wss}
 * @param query null where there was none
 * @param parameters of the query
 * @param path the values of the path's variables
 * @param user who was authenticated; null for nobody
 * @param httpSession the HTTP session with whose end the connection ends; null: none
 * @param side whether this is the side of the server or of the client
 * @param subprotocol empty where none was agreed
 * @param compression null where none was agreed
 * @param properties those of the endpoint's configuration, copied
 */
public record Opening(
        Object endpoint,
        URI uri,
        @Nullable String query,
        Map<String, List<String>> parameters,
        Map<String, String> path,
        @Nullable Principal user,
        @Nullable HttpSession httpSession,
        boolean secure,
        Side side,
        String subprotocol,
        List<Extension> extensions,
        @Nullable DeflateAgreement compression,
        Map<String, Object> properties) {}
