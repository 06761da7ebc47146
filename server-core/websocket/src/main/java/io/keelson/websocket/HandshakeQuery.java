package io.keelson.websocket;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.websocket.server.HandshakeRequest;
import java.net.URI;
import java.security.Principal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The request of an opening handshake (HandshakeRequest). Valid during the handshake only.
 *
 * <p>Specification: WebSocket 2.2, 3.1.5 Handshake Modification.
 */
final class HandshakeQuery implements HandshakeRequest {
    private final HttpServletRequest request;
    private final Map<String, List<String>> headers;
    private final Map<String, List<String>> parameters;
    private final URI uri;

    HandshakeQuery(HttpServletRequest request, Map<String, String> pathParameters) {
        this.request = request;
        headers = headers(request);
        Map<String, List<String>> all = new HashMap<>(parameters(request));
        pathParameters.forEach((name, value) -> all.put(name, List.of(value)));
        parameters = Collections.unmodifiableMap(all);
        uri = uri(request);
    }

    private static Map<String, List<String>> headers(HttpServletRequest request) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String name : Collections.list(request.getHeaderNames())) {
            headers.put(name, List.copyOf(Collections.list(request.getHeaders(name))));
        }
        return Collections.unmodifiableMap(headers);
    }

    /** The parameters of the query. */
    static Map<String, List<String>> parameters(HttpServletRequest request) {
        Map<String, List<String>> parameters = new HashMap<>();
        request.getParameterMap().forEach((name, values) -> parameters.put(name, List.of(values)));
        return Collections.unmodifiableMap(parameters);
    }

    /** The whole URI as the client asked, with {@code ws} or {@code wss} (Session.getRequestURI). */
    static URI uri(HttpServletRequest request) {
        String url = request.getRequestURL().toString();
        String query = request.getQueryString();
        String schemeless = url.substring(url.indexOf(':'));
        return URI.create(
                (request.isSecure() ? "wss" : "ws") + schemeless + (query == null ? "" : "?" + escaped(query)));
    }

    /** Browsers send some characters as they are that {@link URI} does not take. */
    private static String escaped(String query) {
        StringBuilder text = new StringBuilder(query.length());
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            if (c <= ' ' || c >= 0x7f || "\"<>\\^`{|}".indexOf(c) >= 0) {
                text.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    @Override
    public Map<String, List<String>> getHeaders() {
        return headers;
    }

    /** The values of a field, in order; empty where there is none. */
    List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** The elements of a field that is a list of tokens. */
    List<String> tokens(String name) {
        List<String> tokens = new ArrayList<>();
        for (String value : header(name)) {
            for (String token : value.split(",")) {
                if (!token.isBlank()) {
                    tokens.add(token.strip());
                }
            }
        }
        return tokens;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return request.getUserPrincipal();
    }

    @Override
    public URI getRequestURI() {
        return uri;
    }

    @Override
    public boolean isUserInRole(String role) {
        return request.isUserInRole(role);
    }

    @Override
    public @Nullable Object getHttpSession() {
        return request.getSession(false);
    }

    @Override
    public Map<String, List<String>> getParameterMap() {
        return parameters;
    }

    @Override
    public @Nullable String getQueryString() {
        return request.getQueryString();
    }
}
