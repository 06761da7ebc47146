package io.keelson.admin.change;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.http.ClientGoneException;
import io.keelson.http.HttpExchange;
import io.keelson.kernel.management.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests on to the interface of a server of the domain: {@code servers/NAME/...} here is {@code ...} there, for the same
 * caller with the same roles, so that a browser need know one server only. That server decides whether the caller may. Thread-safe.
 */
final class HandOn {
    /** A look at a server that hangs must not hold a thread of administration for long. */
    private static final int LOOK_MILLIS = 10_000;

    private static final int WORK_MILLIS = 600_000;
    private static final int BUFFER = 16 * 1024;
    private static final String PREFIX = "/management/v1/";
    private static final List<String> ASKED = List.of("Accept", "If-Match", "If-None-Match", "Range");
    private static final List<String> ANSWERED =
            List.of("Content-Type", "ETag", "Allow", "Link", "Location", "Retry-After", "Content-Range");

    private final DomainDirectory domain;
    private final String self;

    /**
     * Hands on to the servers of a domain.
     *
     * @param self the name of this server, to which nothing is handed on
     */
    HandOn(DomainDirectory domain, String self) {
        this.domain = domain;
        this.self = self;
    }

    List<Route> routes() {
        return List.of("GET", "POST", "PUT", "DELETE").stream()
                .map(method -> Route.of(method, "servers/*/**", Role.MONITOR, call -> handOn(method, call))
                        .says("hands the request on to the interface of that server")
                        .answers(200))
                .toList();
    }

    /** The body of a request, as it comes. */
    private record Passed(HttpExchange exchange, long length, String type) implements HttpConversation.Body {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            byte[] buffer = new byte[BUFFER];
            for (int n = exchange.body().read(buffer, 0, buffer.length);
                    n >= 0;
                    n = exchange.body().read(buffer, 0, buffer.length)) {
                out.write(buffer, 0, n);
            }
        }
    }

    private Answer handOn(String method, Call call) throws Problem, IOException {
        String server = call.variable(0);
        if (call.variable(1).equals("events")) {
            throw Problem.badRequest("A stream of events is not handed on; ask " + server
                    + " itself, at the address that domain/servers shows");
        }
        checkOneHop(call, server);
        HttpConversation.@Nullable Body body = body(call);
        Endpoint endpoint = endpoint(server);
        String query = call.exchange().request().query();
        String target = PREFIX + call.variable(1) + (query == null || query.isEmpty() ? "" : "?" + query);
        HttpConversation.Response response;
        try (HttpConversation conversation = new HttpConversation(endpoint.reachable())) {
            call.exchange().onEnd(conversation::abandon);
            response = conversation.ask(
                    method,
                    target,
                    domain.token().authorization(),
                    fields(call),
                    body,
                    method.equals("GET") ? LOOK_MILLIS : WORK_MILLIS);
        } catch (DomainException e) {
            throw Problem.notDone(502, "Bad gateway", String.valueOf(e.getMessage()), List.of());
        } catch (IOException e) {
            if (call.exchange().abandoned()) {
                throw gone();
            }
            throw Problem.notDone(
                    502, "Bad gateway", "The server " + server + " does not answer: " + e.getMessage(), List.of());
        }
        return new Answer(response.status(), fields(response, server), response.body());
    }

    /**
     * Refuses what would go over more than one server: each would hold a thread while it waits for the next one. The router answers what
     * names this server once, so that what names it here has named it twice.
     */
    private void checkOneHop(Call call, String server) throws Problem, ClientGoneException {
        if (call.exchange().abandoned()) {
            throw gone();
        }
        if (call.caller().via() == Caller.Via.SERVER) {
            throw Problem.badRequest("A request is handed on once at most, and another server has handed this one on;"
                    + " ask the server " + server + " at its own address, which domain/servers shows");
        }
        if (server.equals(self)) {
            throw Problem.badRequest("The address names the server " + self
                    + " twice; name each server once at most: servers/" + self + "/" + call.variable(1));
        }
    }

    private static ClientGoneException gone() {
        return new ClientGoneException("the client of a request that was handed on has gone");
    }

    /** Returns what the answer says beside its body. Where it names another place of that server, it names it as it is reached here. */
    private static Map<String, String> fields(HttpConversation.Response response, String server) {
        Map<String, String> fields = new LinkedHashMap<>();
        String here = PREFIX + "servers/" + server + "/";
        for (String name : ANSWERED) {
            String value = response.fields().get(name.toLowerCase(Locale.ROOT));
            if (value != null) {
                boolean place = name.equals("Link") || name.equals("Location");
                fields.put(name, place ? value.replaceFirst("^(<?)" + PREFIX, "$1" + here) : value);
            }
        }
        return fields;
    }

    /** For whom, what is wanted, and on what condition: without that the other server would change what has changed meanwhile. */
    private static Map<String, String> fields(Call call) {
        Map<String, String> fields = new LinkedHashMap<>(call.caller().handedOn());
        for (String name : ASKED) {
            List<String> values = call.exchange().request().headers().all(name);
            if (!values.isEmpty()) {
                fields.put(name, String.join(", ", values));
            }
        }
        return fields;
    }

    private Endpoint endpoint(String server) throws Problem, IOException {
        ServerStatus status = domain.servers().stream()
                .filter(known -> known.name().equals(server))
                .findFirst()
                .orElseThrow(() -> Problem.notFound("There is no server " + server));
        Endpoint endpoint = status.management();
        if (endpoint == null) {
            throw Problem.notDone(
                    503, "Not running", "The server " + server + " is " + status.state() + "; start it", List.of());
        }
        return endpoint;
    }

    private static HttpConversation.@Nullable Body body(Call call) throws Problem {
        String length = call.exchange().request().headers().get("Content-Length");
        if (length == null) {
            if (call.exchange().request().headers().contains("Transfer-Encoding")) {
                throw Problem.notDone(411, "Length required", "Say how long the body is", List.of());
            }
            return null;
        }
        long bytes = Long.parseLong(length); // the connection has checked it
        return bytes == 0
                ? null
                : new Passed(call.exchange(), bytes, call.contentType().orElse("application/octet-stream"));
    }
}
