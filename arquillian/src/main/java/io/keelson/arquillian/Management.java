package io.keelson.arquillian;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;

/** The management interface of one server (docs/reference/management.md), as far as tests need it. Thread-safe. */
final class Management {
    private static final Duration QUICK = Duration.ofSeconds(30);

    private final URI base;
    private final String token;
    private final Duration slow;
    private final HttpClient client;

    private record Answer(int status, JsonObject json) {}

    /**
     * A client.
     *
     * @param address scheme, host and port, as {@code http://127.0.0.1:7001}
     * @param token the token of the domain
     * @param slow how long a deployment may take
     */
    Management(URI address, String token, Duration slow) {
        this(address, token, slow, client());
    }

    private Management(URI address, String token, Duration slow, HttpClient.Builder client) {
        this.base = address.resolve("/management/v1/");
        this.token = token;
        this.slow = slow;
        this.client = client.build();
    }

    /**
     * A client of a server on this machine, as the server has said how it is called.
     *
     * @throws IOException where the JDK cannot speak the TLS that it needs
     */
    static Management of(ServerRecord record, String token, Duration slow) throws IOException {
        HttpClient.Builder client = client();
        if (!record.certificates().isEmpty()) {
            try {
                client.sslContext(ServerCertificates.context(record.certificates()));
            } catch (GeneralSecurityException e) {
                throw new IOException("this JDK cannot speak TLS: " + e.getMessage(), e);
            }
        }
        return new Management(record.managementAddress(), token, slow, client);
    }

    private static HttpClient.Builder client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5));
    }

    /** The host of the interface; an IPv6 address in brackets. */
    String host() {
        return base.getHost();
    }

    /** Returns what the server says of itself. */
    JsonObject server() throws IOException {
        return succeeded(ask("GET", "server", QUICK, BodyPublishers.noBody(), null)).json;
    }

    /** Begins the graceful end of the server. */
    void shutdown() throws IOException {
        succeeded(ask("POST", "server/shutdown", QUICK, BodyPublishers.noBody(), null));
    }

    /** Adds a user or changes one. */
    void user(String name, String password, List<String> groups) throws IOException {
        JsonArrayBuilder array = Json.createArrayBuilder();
        groups.forEach(array::add);
        String json = Json.createObjectBuilder()
                .add("password", password)
                .add("groups", array)
                .build()
                .toString();
        String path = "security/users/" + encoded(name);
        succeeded(ask("PUT", path, QUICK, BodyPublishers.ofString(json), "application/json"));
    }

    /** Returns whether there is an application of that name. */
    boolean hasApplication(String name) throws IOException {
        Answer answer = ask("GET", "deployments/" + name, QUICK, BodyPublishers.noBody(), null);
        return answer.status != 404 && succeeded(answer).status == 200;
    }

    /** Deploys an archive and returns the context root at which it serves. */
    String deploy(String name, Path archive) throws IOException {
        Answer answer = succeeded(
                ask("PUT", "deployments/" + name, slow, BodyPublishers.ofFile(archive), "application/octet-stream"));
        return answer.json.getString("context-root", "/" + name);
    }

    /** Undeploys an application; returns whether there was one. */
    boolean undeploy(String name) throws IOException {
        Answer answer = ask("DELETE", "deployments/" + name, slow, BodyPublishers.noBody(), null);
        return answer.status != 404 && succeeded(answer).status > 0;
    }

    private Answer ask(
            String method,
            String path,
            Duration timeout,
            BodyPublisher body,
            @org.jspecify.annotations.Nullable String type)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(timeout)
                .header("Authorization", "Bearer " + token)
                .method(method, body);
        if (type != null) {
            request.header("Content-Type", type);
        }
        try {
            HttpResponse<String> response = client.send(request.build(), BodyHandlers.ofString());
            return new Answer(response.statusCode(), json(response.body()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted =
                    new InterruptedIOException("interrupted while waiting for " + method + " " + base.resolve(path));
            interrupted.initCause(e);
            throw interrupted;
        } catch (IOException e) {
            throw new IOException(
                    "the management interface did not answer " + method + " " + base.resolve(path) + ": " + e, e);
        }
    }

    /** An answer without a JSON object, as that of another server at the address, counts as an empty one. */
    private static JsonObject json(String text) {
        if (text.isEmpty()) {
            return JsonValue.EMPTY_JSON_OBJECT;
        }
        try (JsonReader reader = Json.createReader(new StringReader(text))) {
            return reader.readObject();
        } catch (JsonException e) {
            return JsonValue.EMPTY_JSON_OBJECT;
        }
    }

    private Answer succeeded(Answer answer) throws ManagementException {
        if (answer.status / 100 == 2) {
            return answer;
        }
        StringBuilder message = new StringBuilder(answer.json.getString("detail", base + " answered " + answer.status));
        if (answer.json.get("causes") instanceof jakarta.json.JsonArray causes) {
            causes.getValuesAs(JsonString.class)
                    .forEach(cause -> message.append("\n  caused by ").append(cause.getString()));
        }
        throw new ManagementException(answer.status, message.toString());
    }

    /** A name as one segment of a path. */
    private static String encoded(String name) throws IOException {
        try {
            return new URI(null, null, "/" + name, null)
                    .getRawPath()
                    .substring(1)
                    .replace("/", "%2F");
        } catch (java.net.URISyntaxException e) {
            throw new IOException("the name '" + name + "' cannot stand in a path", e);
        }
    }
}
