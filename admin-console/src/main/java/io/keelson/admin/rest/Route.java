package io.keelson.admin.rest;

import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method on an address, who may use it and who answers it. Immutable.
 *
 * @param method the method
 * @param path the segments below the interface's prefix; {@code *} stands for a variable one, {@code **} at the end for one or
 *     more
 * @param least the least role; null for a route that needs no login
 * @param resource who answers
 * @param operation what it says of itself
 */
public record Route(
        String method, List<String> path, @Nullable Role least, Resource resource, Operation operation) {
    private static final String ONE = "*";
    private static final String REST = "**";

    /** Answers a request. Runs on an execute thread of administration. */
    @FunctionalInterface
    public interface Resource {
        /**
         * The answer.
         *
         * @throws Problem what is wrong with the request
         * @throws IOException when the client has gone, or the server's disk does not take it
         */
        Answer answer(Call call) throws Problem, IOException;
    }

    public Route {
        path = List.copyOf(path);
        int rest = path.indexOf(REST);
        if (rest >= 0 && rest < path.size() - 1) {
            throw new IllegalArgumentException("** ends a path: " + path);
        }
    }

    /** A route whose path is written with slashes: {@code deployments/*}. */
    public static Route of(String method, String path, Role least, Resource resource) {
        return new Route(method, List.of(path.split("/")), least, resource, Operation.UNSAID);
    }

    /** A route that needs no login: whatever is behind it protects itself. */
    public static Route open(String method, String path, Resource resource) {
        return new Route(method, List.of(path.split("/")), null, resource, Operation.UNSAID);
    }

    /** The same with another who answers. */
    public Route answeredBy(Resource other) {
        return new Route(method, path, least, other, operation);
    }

    private Route with(Operation more) {
        return new Route(method, path, least, resource, more);
    }

    /** The same, which says in a few words what it does: lists the applications. */
    public Route says(String what) {
        return with(operation.says(what));
    }

    /** The same, which knows that parameter of the query. */
    public Route query(String name, Schema schema) {
        return with(operation.query(name, schema));
    }

    /** The same, which takes such JSON. */
    public Route takes(Schema schema) {
        return takes("application/json", schema);
    }

    /** The same, which takes such a body of that media type. */
    public Route takes(String type, Schema schema) {
        return with(operation.takes(type, schema));
    }

    /** The same, which answers with that status without a body. */
    public Route answers(int status) {
        return with(operation.answers(status));
    }

    /** The same, which answers with that status and such JSON. */
    public Route answers(int status, Schema schema) {
        return answers(status, "application/json", schema);
    }

    /** The same, which answers with that status and such a body of that media type. */
    public Route answers(int status, String type, Schema schema) {
        return with(operation.answers(status, type, schema));
    }

    /** The path with slashes. */
    public String address() {
        return String.join("/", path);
    }

    /** Returns whether that caller may use it. */
    public boolean permits(Caller caller) {
        return least == null || caller.may(least);
    }

    /** Returns whether it answers that method. */
    boolean answers(String asked) {
        return method.equals(asked) || asked.equals("HEAD") && method.equals("GET");
    }

    /** The raw variable segments where the path is this route's, those of {@code **} as one; empty where it is another's. */
    Optional<List<String>> match(List<String> segments) {
        int fixed = path.size();
        boolean open = path.get(fixed - 1).equals(REST);
        if (open ? segments.size() < fixed : segments.size() != fixed) {
            return Optional.empty();
        }
        List<String> variables = new ArrayList<>(1);
        for (int i = 0; i < fixed; i++) {
            String part = path.get(i);
            if (part.equals(REST)) {
                variables.add(String.join("/", segments.subList(i, segments.size())));
            } else if (part.equals(ONE)) {
                variables.add(segments.get(i));
            } else if (!part.equals(segments.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(variables);
    }

    /** The variables, decoded; what {@code **} stands for is left as it is, as it is an address again. */
    List<String> decoded(List<String> raw) throws Problem {
        List<String> decoded = new ArrayList<>(raw.size());
        boolean rest = path.get(path.size() - 1).equals(REST);
        for (int i = 0; i < raw.size(); i++) {
            decoded.add(rest && i == raw.size() - 1 ? raw.get(i) : Call.decode(raw.get(i)));
        }
        return decoded;
    }
}
