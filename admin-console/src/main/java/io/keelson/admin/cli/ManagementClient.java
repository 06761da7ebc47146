package io.keelson.admin.cli;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.client.HttpConversation.Body;
import io.keelson.admin.client.HttpConversation.Response;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.domain.ShellWord;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** Talks to the management interface of one server. */
final class ManagementClient {
    private static final String PREFIX = "/management/v1/";
    private static final int BRIEF_MILLIS = 10_000;
    private static final int QUICK_MILLIS = 60_000;
    private static final int SLOW_MILLIS = 3_600_000;

    private final String server;
    private final Endpoint endpoint;
    private final String authorization;
    private final @Nullable CommandSpec command;

    private ManagementClient(String server, Endpoint endpoint, String authorization, @Nullable CommandSpec command) {
        this.server = server;
        this.endpoint = endpoint;
        this.authorization = authorization;
        this.command = command;
    }

    /** Refuses a name that no server has. */
    private static void known(DomainDirectory domain, String server) throws CommandException {
        List<String> known;
        try {
            known = domain.servers().stream().map(ServerStatus::name).toList();
        } catch (IOException e) {
            return; // which servers there are cannot be read; that this one does not run is said
        }
        if (!known.contains(server)) {
            throw new CommandException(
                    ExitCode.FAILED,
                    domain + " has no server '" + server + "'; known: " + String.join(", ", known) + ".");
        }
    }

    /** A client for a server of a domain. */
    static ManagementClient of(Access access, ServerStatus server) throws CommandException, DomainException {
        DomainDirectory domain = access.domain();
        if (server.unknown()) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "Whether server " + server.name() + " of " + domain
                            + " runs cannot be read; run this command as the user of the server.");
        }
        if (!server.alive()) {
            known(domain, server.name());
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "Server " + server.name() + " of " + domain
                            + " does not run; start it with 'keelson start --domain " + ShellWord.of(domain)
                            + (server.name().equals(domain.adminServer()) ? "" : " --server " + server.name()) + "'.");
        }
        Endpoint endpoint = server.management();
        if (endpoint == null) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "Server " + server.name() + " is " + server.state() + " and does not listen yet; try again.");
        }
        return new ManagementClient(server.name(), endpoint.reachable(), access.authorization(), access.command());
    }

    /** A JSON object. */
    record JsonBody(JsonObject json) implements Body {
        @Override
        public long length() {
            return bytes().length;
        }

        @Override
        public String type() {
            return "application/json";
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            out.write(bytes());
        }

        private byte[] bytes() {
            return json.toString().getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * Answer of the server.
     *
     * @param status the status
     * @param type its media type; empty where it has no body
     * @param body the body
     */
    record Reply(int status, String type, byte[] body) {
        /** The body as text. */
        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        /** The body as a JSON object. */
        JsonObject json() throws IOException {
            try (JsonReader reader = Json.createReader(new ByteArrayInputStream(body))) {
                return reader.readObject();
            } catch (JsonException e) {
                throw new IOException("the server's answer is not JSON: " + e.getMessage(), e);
            }
        }
    }

    /** Sends a request that a healthy server answers at once. */
    Reply sendBriefly(String method, String path) throws CommandException {
        return send(method, path, null, BRIEF_MILLIS);
    }

    /** Sends a request that is answered soon. */
    Reply send(String method, String path) throws CommandException {
        return send(method, path, null, QUICK_MILLIS);
    }

    /** Asks for something that may not be there. */
    Optional<Reply> find(String path) throws CommandException {
        Reply reply = converse("GET", path, null, QUICK_MILLIS);
        return reply.status() == 404 ? Optional.empty() : Optional.of(checked(reply));
    }

    /** Sends JSON that is answered soon. */
    Reply post(String path, JsonObject body) throws CommandException {
        return send("POST", path, new JsonBody(body), BRIEF_MILLIS);
    }

    /** Sends a body that is answered soon. */
    Reply send(String method, String path, Body body) throws CommandException {
        return send(method, path, body, QUICK_MILLIS);
    }

    /** Sends a request that may take long, as a deployment does. */
    Reply sendSlow(String method, String path, @Nullable Body body) throws CommandException {
        return send(method, path, body, SLOW_MILLIS);
    }

    private Reply send(String method, String path, @Nullable Body body, int millis) throws CommandException {
        return checked(converse(method, path, body, millis));
    }

    /** Asks the server; whatever is asked, whoever waits for it sees that. */
    private Reply converse(String method, String path, @Nullable Body body, int millis) throws CommandException {
        return ProgressLine.during(command, "Waiting for server " + server, () -> exchange(method, path, body, millis));
    }

    private Reply exchange(String method, String path, @Nullable Body body, int millis) throws CommandException {
        try (HttpConversation conversation = new HttpConversation(endpoint)) {
            Response response = conversation.ask(method, PREFIX + path, authorization, body, millis);
            return new Reply(response.status(), response.type(), response.body());
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE,
                    "Server " + server + " does not answer at " + endpoint.url() + " (" + e.getMessage()
                            + "); look at its log, or stop it with 'keelson stop --force --server " + server + "'.");
        }
    }

    private Reply checked(Reply reply) throws CommandException {
        if (reply.status() < 400) {
            return reply;
        }
        StringBuilder message = new StringBuilder();
        try {
            JsonObject problem = reply.json();
            message.append(problem.getString("detail", problem.getString("title", "status " + reply.status())));
            if (problem.containsKey("causes")) {
                problem.getJsonArray("causes")
                        .getValuesAs(jakarta.json.JsonString.class)
                        .forEach(cause -> message.append("\n  caused by ").append(cause.getString()));
            }
        } catch (IOException | ClassCastException e) {
            message.append("server ")
                    .append(server)
                    .append(" answered with status ")
                    .append(reply.status());
        }
        throw new CommandException(ExitCode.FAILED, message.toString());
    }
}
