package io.keelson.admin;

import io.keelson.http.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Finds who answers a request. Immutable. */
final class Router {
    private final String prefix;
    private final List<Route> routes;

    /** A router for the addresses below {@code prefix}. */
    Router(String prefix, List<Route> routes) {
        this.prefix = prefix;
        this.routes = List.copyOf(routes);
    }

    Answer answer(HttpExchange exchange) throws Problem, IOException {
        String path = exchange.request().path();
        String method = exchange.request().method();
        if (!path.startsWith(prefix + "/")) {
            throw nothingAt(path);
        }
        List<String> segments =
                Arrays.asList(path.substring(prefix.length() + 1).split("/", -1));
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<List<String>> variables = route.match(segments);
            if (variables.isPresent()) {
                if (route.method().equals(method)
                        || method.equals("HEAD") && route.method().equals("GET")) {
                    return route.resource().answer(new Call(exchange, decoded(variables.get())));
                }
                allowed.add(route.method());
            }
        }
        if (allowed.isEmpty()) {
            throw nothingAt(path);
        }
        if (allowed.contains("GET")) {
            allowed.add("HEAD");
        }
        allowed.add("OPTIONS");
        String allow = String.join(", ", allowed);
        if (method.equals("OPTIONS")) {
            return Answer.empty(204).with(Map.of("Allow", allow));
        }
        throw Problem.methodNotAllowed(method, allow);
    }

    private static Problem nothingAt(String path) {
        return Problem.notFound("There is nothing at " + path);
    }

    private static List<String> decoded(List<String> raw) throws Problem {
        List<String> decoded = new ArrayList<>(raw.size());
        for (String segment : raw) {
            decoded.add(Call.decode(segment));
        }
        return decoded;
    }
}
