package io.keelson.admin.node;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.machine.ThisMachine;
import io.keelson.admin.rest.Addresses;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.RuntimeJson;
import io.keelson.base.thread.Threads;
import io.keelson.kernel.machine.MachineTls;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The wire of the node manager: HTTP on loopback with the domain's token, {@code /node/v1}, and for the admin server's machine over
 * mutual TLS. It is the JDK's server, since this process has to be small and to outlive everything. Thread-safe; a thread a request.
 */
final class NodeHttp implements AutoCloseable {
    static final String PREFIX = "/node/v1";
    private static final int BACKLOG = 64;
    private static final int MOST_OUTPUT = 256 * 1024;
    private static final int MOST_BODY = 8 << 20;

    private final DomainDirectory domain;
    private final NodeManager manager;
    private final Runnable end;
    private final String version;
    private final HttpServer server;
    private @Nullable HttpsServer forMachines;

    /**
     * Listens, without answering yet.
     *
     * @param port 0 for any
     * @param end what to do when the node manager is to end
     */
    NodeHttp(DomainDirectory domain, NodeManager manager, int port, String version, Runnable end) throws IOException {
        this.domain = domain;
        this.manager = manager;
        this.version = version;
        this.end = end;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        server.setExecutor(task -> Threads.daemon("keelson.node: request", task).start());
        server.createContext("/", exchange -> handle(exchange, null));
    }

    /**
     * Listens on this machine's own address too, without answering yet: over TLS, where the admin server's machine alone is let in, by its
     * certificate.
     */
    void listen(ThisMachine here, MachineSide side) throws IOException {
        String address = here.addresses().get(0);
        HttpsServer secured;
        try {
            secured = HttpsServer.create(new InetSocketAddress(address, here.nodePort()), BACKLOG);
        } catch (IOException e) {
            throw new IOException(
                    "the node manager cannot listen on " + address + ":" + here.nodePort()
                            + ", where the domain expects it: " + e.getMessage(),
                    e);
        }
        secured.setHttpsConfigurator(
                new HttpsConfigurator(MachineTls.of(domain.path()).context(here.adminMachine())) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
                        wanted.setNeedClientAuth(true);
                        wanted.setProtocols(new String[] {"TLSv1.3"});
                        parameters.setSSLParameters(wanted);
                    }
                });
        secured.setExecutor(
                task -> Threads.daemon("keelson.node: request", task).start());
        secured.createContext("/", exchange -> handle(exchange, side));
        forMachines = secured;
        NodeLog.LOG.listensToMachines(here.adminMachine(), "https://" + Addresses.text(secured.getAddress()));
    }

    /** Begins to answer. */
    void start() {
        server.start();
        if (forMachines != null) {
            forMachines.start();
        }
    }

    /** Returns where it listens. */
    Endpoint endpoint() {
        return Endpoint.inTheClear(Addresses.text(server.getAddress()));
    }

    @Override
    public void close() {
        server.stop(0);
        if (forMachines != null) {
            forMachines.stop(0);
        }
    }

    private void handle(HttpExchange exchange, @Nullable MachineSide side) throws IOException {
        boolean ends = false;
        try (exchange) {
            Answer answer;
            try {
                check(exchange, side == null);
                answer = side == null ? answer(exchange) : answer(exchange, side);
            } catch (Problem problem) {
                answer = problem.answer();
            } catch (OrderRefusedException e) {
                answer = Problem.notDone(409, "Conflict", String.valueOf(e.getMessage()), List.of())
                        .answer();
            } catch (IOException e) {
                answer = Problem.notDone(507, "Not done", String.valueOf(e.getMessage()), List.of())
                        .answer();
            } catch (RuntimeException e) {
                NodeLog.LOG.error(e);
                answer = Problem.notDone(
                                500,
                                "Internal error",
                                "An error of the node manager itself: it could not do this; DOMAIN/node/logs/node.log on its machine"
                                        + " says why",
                                List.of())
                        .answer();
            }
            ends = answer.status() == 202 && exchange.getRequestURI().getPath().equals(PREFIX + "/shutdown");
            Headers headers = exchange.getResponseHeaders();
            answer.headers().forEach(headers::set);
            headers.set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } finally {
            if (ends) {
                // Only now: the end closes all connections, also that of who has ordered it.
                Threads.daemon("keelson.node: end", end).start();
            }
        }
    }

    /** The token is read for each request, so that another one counts at once. */
    /** @param loopback whether a page in a browser of this machine could call: it has no certificate of a machine */
    private void check(HttpExchange exchange, boolean loopback) throws Problem {
        String host = exchange.getRequestHeaders().getFirst("Host");
        if (loopback && (host == null || !host.equals(endpoint().authority()))) {
            throw Problem.forbidden("The node manager is called by its address only");
        }
        List<String> given = exchange.getRequestHeaders().getOrDefault("Authorization", List.of());
        String bearer = "Bearer ";
        try {
            if (given.size() != 1
                    || !given.get(0).startsWith(bearer)
                    || !domain.token().matches(given.get(0).substring(bearer.length()))) {
                throw Problem.unauthorized();
            }
        } catch (DomainException e) {
            throw Problem.notDone(503, "No token", String.valueOf(e.getMessage()), List.of());
        }
    }

    /** Returns what another machine may ask besides. */
    private Answer answer(HttpExchange exchange, MachineSide side) throws Problem, OrderRefusedException, IOException {
        String asked =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        return switch (asked) {
            case "POST " + PREFIX + "/exchange" -> Answer.json(200, side.exchange(json(exchange)));
            case "PUT " + PREFIX + "/files" -> Answer.json(200, side.files(json(exchange)));
            case "POST " + PREFIX + "/shutdown" ->
                throw Problem.forbidden("A node manager is ended on its own machine only");
            default -> answer(exchange);
        };
    }

    private static JsonObject json(HttpExchange exchange) throws Problem, IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY + 1);
        if (body.length > MOST_BODY) {
            throw Problem.notDone(413, "Content too large", "That is more than a node manager takes", List.of());
        }
        try (JsonReader reader = Answer.JSON.createReader(new ByteArrayInputStream(body))) {
            return reader.readObject();
        } catch (JsonException e) {
            throw Problem.badRequest("The body is no JSON object");
        }
    }

    private Answer answer(HttpExchange exchange) throws Problem, OrderRefusedException, IOException {
        String path = exchange.getRequestURI().getPath();
        if (!path.startsWith(PREFIX)) {
            throw Problem.notFound("There is nothing at " + path);
        }
        String[] segments = path.substring(PREFIX.length()).split("/", -1);
        String asked = exchange.getRequestMethod() + " " + String.join("/", shape(segments));
        return switch (asked) {
            case "GET " -> node();
            case "GET /servers/*/output" -> output(segments[2], exchange);
            case "POST /shutdown" ->
                Answer.json(202, Answer.JSON.createObjectBuilder().build());
            case "POST /servers/*/start" -> order(segments[2], NodeManager.Order.START, exchange);
            case "POST /servers/*/shutdown" ->
                order(
                        segments[2],
                        "force=true".equals(exchange.getRequestURI().getQuery())
                                ? NodeManager.Order.FORCE_SHUTDOWN
                                : NodeManager.Order.SHUTDOWN,
                        exchange);
            case "POST /servers/*/kill" ->
                order(
                        segments[2],
                        "restart=true".equals(exchange.getRequestURI().getQuery())
                                ? NodeManager.Order.CRASH
                                : NodeManager.Order.KILL,
                        exchange);
            case "POST /servers/*/expect-end" -> order(segments[2], NodeManager.Order.EXPECT_END, exchange);
            default -> throw Problem.notFound("There is nothing at " + asked);
        };
    }

    private static List<String> shape(String... segments) {
        List<String> shape = Arrays.asList(segments.clone());
        if (shape.size() == 4 && shape.get(1).equals("servers")) {
            shape.set(2, "*");
        }
        return shape;
    }

    private Answer node() throws IOException {
        return Answer.json(
                200,
                Answer.JSON
                        .createObjectBuilder()
                        .add("state", "RUNNING")
                        .add("pid", ProcessHandle.current().pid())
                        .add("version", version)
                        .add("servers", RuntimeJson.of(manager.servers()))
                        .build());
    }

    private Answer order(String server, NodeManager.Order order, HttpExchange exchange)
            throws OrderRefusedException, IOException {
        String by = exchange.getRequestHeaders().getFirst(Caller.NAME_FIELD);
        String name = by == null ? Caller.MANAGEMENT.name() : URLDecoder.decode(by, StandardCharsets.UTF_8);
        NodeSeen seen = manager.order(server, order, name.replaceAll("\\p{Cntrl}", "?"));
        return Answer.json(202, RuntimeJson.of(seen));
    }

    private Answer output(String server, HttpExchange exchange) throws Problem, IOException {
        Map<String, String> query = new LinkedHashMap<>();
        String text = exchange.getRequestURI().getQuery();
        for (String pair : text == null ? new String[0] : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            query.put(pair.substring(0, Math.max(0, equals)), pair.substring(equals + 1));
        }
        long from = number(query.getOrDefault("from", "-1"));
        if (domain.servers().stream().noneMatch(known -> known.name().equals(server))) {
            throw Problem.notFound("The domain has no server '" + server + "'");
        }
        return Answer.json(200, ServerOutput.read(manager.output(server), from, MOST_OUTPUT));
    }

    private static long number(String text) throws Problem {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Problem.badRequest("The parameter 'from' is a number of bytes");
        }
    }
}
