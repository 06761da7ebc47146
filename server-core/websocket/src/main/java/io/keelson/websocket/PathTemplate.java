package io.keelson.websocket;

import jakarta.websocket.DeploymentException;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The path of an endpoint: a relative URI, or a URI template of level 1 whose variables are whole segments. Immutable.
 *
 * <p>Specification: WebSocket 2.2, 3.1.1 URI Mapping.
 */
final class PathTemplate {
    private final String text;
    private final List<Segment> segments;

    private PathTemplate(String text, List<Segment> segments) {
        this.text = text;
        this.segments = segments;
    }

    private record Segment(String text, boolean variable) {
        boolean matches(String part) {
            return variable ? !part.isEmpty() : text.equals(part);
        }
    }

    /**
     * Reads a template.
     *
     * @throws DeploymentException when it breaks a rule; the message says which
     */
    static PathTemplate of(String path) throws DeploymentException {
        if (!path.startsWith("/")) {
            throw new DeploymentException(
                    "the path '" + path + "' of a WebSocket endpoint does not start with a slash");
        }
        String[] parts = split(path);
        Set<String> names = new HashSet<>();
        Segment[] segments = new Segment[parts.length];
        for (int i = 0; i < parts.length; i++) {
            segments[i] = segment(parts[i], path, i == parts.length - 1);
            if (segments[i].variable() && !names.add(segments[i].text())) {
                throw new DeploymentException("the path '" + path + "' of a WebSocket endpoint has the variable '"
                        + segments[i].text() + "' twice");
            }
        }
        return new PathTemplate(path, List.of(segments));
    }

    private static Segment segment(String part, String path, boolean last) throws DeploymentException {
        if (part.equals(".") || part.equals("..") || part.isEmpty() && !last) {
            throw new DeploymentException(
                    "the path '" + path + "' of a WebSocket endpoint has an empty segment or a dot segment");
        }
        boolean variable = part.length() > 2 && part.startsWith("{") && part.endsWith("}");
        String text = variable ? part.substring(1, part.length() - 1) : part;
        if (text.indexOf('{') >= 0 || text.indexOf('}') >= 0) {
            throw new DeploymentException("the path '" + path
                    + "' of a WebSocket endpoint is no URI template of level 1 whose variables are whole segments");
        }
        return new Segment(text, variable);
    }

    /** The segments of a path: one more than it has slashes after the first. */
    static String[] split(String path) {
        return path.substring(1).split("/", -1);
    }

    int size() {
        return segments.size();
    }

    boolean variableAt(int i) {
        return segments.get(i).variable();
    }

    boolean matchesAt(int i, String part) {
        return segments.get(i).matches(part);
    }

    /** The values of the variables, in the order of the path. */
    Map<String, String> values(String[] parts) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < parts.length; i++) {
            if (segments.get(i).variable()) {
                values.put(segments.get(i).text(), parts[i]);
            }
        }
        return Collections.unmodifiableMap(values);
    }

    /** Alike for templates that match the same paths. */
    String shape() {
        return segments.stream()
                .map(segment -> segment.variable() ? "/{}" : "/" + segment.text())
                .reduce("", String::concat);
    }

    @Override
    public String toString() {
        return text;
    }
}
