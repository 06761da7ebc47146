package io.keelson.admin.rest;

import io.keelson.http.HttpExchange;
import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All operations of the management interface: finds who answers a request, and lets only those through who may. Immutable. */
public final class Router {
    private static final String SERVERS = "servers";

    private final String prefix;
    private final String self;
    private final List<Route> routes;

    /** A router for the addresses below {@code prefix}; of two routes with the same address the first counts. */
    public Router(String prefix, List<Route> routes) {
        this(prefix, "", routes);
    }

    /**
     * A router of the server that has that name: {@code servers/NAME/x} is answered as {@code x}, once, and is not sent to the server
     * itself.
     *
     * @param self the server's name; empty where no address has it
     */
    public Router(String prefix, String self, List<Route> routes) {
        this.prefix = prefix;
        this.self = self;
        this.routes = List.copyOf(routes);
    }

    /** Wrapper around each operation. */
    @FunctionalInterface
    public interface Around {
        /** Nothing. */
        Around NOTHING = (route, call) -> route.resource().answer(call);

        /**
         * Carries an operation out whose caller may do it.
         *
         * @throws Problem as the resource
         * @throws IOException as the resource
         */
        Answer carryOut(Route route, Call call) throws Problem, IOException;
    }

    /** The operations, in the order in which they are looked for. */
    public List<Route> routes() {
        return routes;
    }

    /** The operation that is written so: {@code POST server/watches/*}{@code /reset}. Empty where this server has none such. */
    public Optional<Route> named(String operation) {
        return routes.stream()
                .filter(route -> operation.equals(route.method() + " " + route.address()))
                .findFirst();
    }

    /** Returns what stands before each path. */
    public String prefix() {
        return prefix;
    }

    /** Returns whether the request is for an operation that needs no login. */
    public boolean open(HttpExchange exchange) {
        return find(exchange).filter(route -> route.least() == null).isPresent();
    }

    /** The operation that a request is for. */
    public Optional<Route> find(HttpExchange exchange) {
        List<String> segments = segments(exchange.request().path());
        String method = exchange.request().method();
        return routes.stream()
                .filter(route -> route.answers(method) && route.match(segments).isPresent())
                .findFirst();
    }

    /**
     * Answers a request.
     *
     * @throws Problem 401 or 403 where the caller may not do it, 404 and 405 where there is nothing, and what the resource says
     */
    public Answer answer(HttpExchange exchange, Caller caller, Around around) throws Problem, IOException {
        return answer(exchange, null, caller, around);
    }

    /**
     * Answers a request whose body was read before.
     *
     * @param body the whole body; null where it is still to be read from the exchange
     * @throws Problem as the other
     */
    public Answer answer(HttpExchange exchange, byte @Nullable [] body, Caller caller, Around around)
            throws Problem, IOException {
        String path = exchange.request().path();
        String method = exchange.request().method();
        List<String> segments = segments(path);
        TreeSet<String> allowed = new TreeSet<>();
        for (Route route : routes) {
            Optional<List<String>> variables = route.match(segments);
            if (variables.isPresent()) {
                if (route.answers(method)) {
                    check(route, caller);
                    Call call = new Call(exchange, body, caller, route.decoded(variables.get()), route.operation());
                    return unlessKnown(exchange, around.carryOut(route, call));
                }
                allowed.add(route.method());
            }
        }
        if (!caller.known()) {
            throw Problem.unauthorized();
        }
        if (allowed.isEmpty()) {
            throw Problem.notFound("There is nothing at " + path + "; " + prefix + "/openapi.json says what there is");
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

    /** Tells a client that has already what would be answered (RFC 9110, 13.1.2). */
    private static Answer unlessKnown(HttpExchange exchange, Answer answer) {
        String tag = answer.headers().get("ETag");
        boolean reads = Set.of("GET", "HEAD").contains(exchange.request().method());
        if (tag == null || !reads || answer.status() != 200) {
            return answer;
        }
        return Tags.any(exchange.request().headers().all("If-None-Match"), tag)
                ? Answer.empty(304).with(Map.of("ETag", tag))
                : answer;
    }

    private static void check(Route route, Caller caller) throws Problem {
        Role least = route.least();
        if (least == null || caller.may(least)) {
            return;
        }
        if (!caller.known()) {
            throw Problem.unauthorized();
        }
        throw Problem.forbidden("This needs the role " + least.text() + "; " + caller.name() + " has "
                + (caller.roles().isEmpty() ? "none" : caller.roleNames()));
    }

    private List<String> segments(String path) {
        if (!path.startsWith(prefix + "/")) {
            return List.of("");
        }
        List<String> all = Arrays.asList(path.substring(prefix.length() + 1).split("/", -1));
        boolean own = all.size() > 2 && all.get(0).equals(SERVERS) && all.get(1).equals(self);
        return own ? all.subList(2, all.size()) : all;
    }
}
