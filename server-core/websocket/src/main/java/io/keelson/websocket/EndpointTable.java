package io.keelson.websocket;

import jakarta.websocket.DeploymentException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The endpoints of an application by their paths. Thread-safe: an immutable map that changes replace.
 *
 * <p>Specification: WebSocket 2.2, 3.1.1 URI Mapping.
 */
final class EndpointTable {
    private volatile Map<String, DeployedEndpoint> byShape = Map.of();

    /** An endpoint that a path leads to, with the values of the path's variables. */
    record Match(DeployedEndpoint endpoint, Map<String, String> variables) {}

    /**
     * Adds an endpoint. One whose class has that path already is left alone (6.4).
     *
     * @throws DeploymentException when another has an equivalent path
     */
    synchronized void add(DeployedEndpoint endpoint) throws DeploymentException {
        String shape = endpoint.path().shape();
        DeployedEndpoint before = byShape.get(shape);
        if (before != null) {
            if (before.type().type() == endpoint.type().type() && before.annotated() && endpoint.annotated()) {
                return;
            }
            throw new DeploymentException("two WebSocket endpoints have the same path: " + before + " and " + endpoint);
        }
        Map<String, DeployedEndpoint> next = new LinkedHashMap<>(byShape);
        next.put(shape, endpoint);
        byShape = next;
    }

    synchronized void clear() {
        byShape = Map.of();
    }

    /** The one that matches a path best: segment by segment, literal text before variables. */
    Optional<Match> find(String path) {
        if (!path.startsWith("/")) {
            return Optional.empty();
        }
        String[] parts = PathTemplate.split(path);
        List<DeployedEndpoint> left = byShape.values().stream()
                .filter(endpoint -> endpoint.path().size() == parts.length)
                .toList();
        for (int i = 0; i < parts.length && !left.isEmpty(); i++) {
            int at = i;
            List<DeployedEndpoint> literal = matching(left, at, parts[i])
                    .filter(e -> !e.path().variableAt(at))
                    .toList();
            left = literal.isEmpty() ? matching(left, at, parts[i]).toList() : literal;
        }
        return left.stream()
                .findFirst()
                .map(endpoint -> new Match(endpoint, endpoint.path().values(parts)));
    }

    private static Stream<DeployedEndpoint> matching(List<DeployedEndpoint> of, int at, String part) {
        return of.stream().filter(endpoint -> endpoint.path().matchesAt(at, part));
    }
}
