package io.keelson.admin.targets;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.client.JsonBody;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import jakarta.json.spi.JsonProvider;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Questions of one server to another, over the management interface and with the domain's token. Immutable and thread-safe. */
final class ServerCalls {
    private static final JsonProvider JSON = JsonProvider.provider();
    private static final String PREFIX = "/management/v1/";

    private final DomainDirectory domain;

    ServerCalls(DomainDirectory domain) {
        this.domain = domain;
    }

    /** The server has answered, and says no. */
    static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    /**
     * Asks a server.
     *
     * @param millis how long to wait for its answer
     * @throws RefusedException when it says no
     * @throws IOException when it cannot be reached
     */
    JsonObject ask(String server, String method, String path, @Nullable JsonObject body, int millis)
            throws IOException {
        HttpConversation.Body sent =
                body == null ? null : new JsonBody(body.toString().getBytes(StandardCharsets.UTF_8));
        try (HttpConversation conversation = new HttpConversation(endpoint(server))) {
            return answer(
                    server,
                    conversation.ask(method, PREFIX + path, domain.token().authorization(), sent, millis));
        } catch (DomainException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Fetches something large from the admin server. */
    void fetch(String path, Map<String, String> fields, HttpConversation.Sink sink, int millis) throws IOException {
        String server = domain.adminServer();
        try (HttpConversation conversation = new HttpConversation(endpoint(server))) {
            HttpConversation.Response response =
                    conversation.fetch(PREFIX + path, domain.token().authorization(), fields, sink, millis);
            if (response.status() >= 300) {
                answer(server, response);
            }
        } catch (DomainException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private Endpoint endpoint(String server) throws IOException {
        ServerStatus status = domain.status(server);
        Endpoint endpoint = status.management();
        if (!status.alive() || endpoint == null) {
            throw new ConnectException("the server " + server + " does not run");
        }
        return endpoint.reachable();
    }

    private static JsonObject answer(String server, HttpConversation.Response response) throws IOException {
        JsonObject json;
        try (JsonReader reader = JSON.createReader(new ByteArrayInputStream(response.body()))) {
            json = reader.readObject();
        } catch (JsonException e) {
            throw new IOException("the server " + server + " answered with status " + response.status(), e);
        }
        if (response.status() >= 500 && response.status() != 507) {
            throw new IOException("the server " + server + " answered: " + json.getString("detail", ""));
        }
        if (response.status() >= 300) {
            throw new RefusedException(json.getString("detail", "status " + response.status()));
        }
        return json;
    }
}
