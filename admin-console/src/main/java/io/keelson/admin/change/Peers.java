package io.keelson.admin.change;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.client.JsonBody;
import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The other servers of the domain, over their management interfaces. Thread-safe. */
final class Peers {
    private static final String PREFIX = "/management/v1/";
    private static final int MILLIS = 15_000;

    private final DomainDirectory domain;

    Peers(DomainDirectory domain) {
        this.domain = domain;
    }

    /** Sends a message to a server and returns what it answers; waits for at most 15 s. */
    List<Message> tell(String server, Message message) throws IOException {
        return post(
                server,
                "server/activation",
                Json.createObjectBuilder()
                        .add("message", MessageJson.write(message))
                        .build());
    }

    /** Sends messages of a server to the admin server and returns what that answers. */
    List<Message> ask(String server, Message message) throws IOException {
        return post(
                domain.adminServer(),
                "domain/activation",
                Json.createObjectBuilder()
                        .add("from", server)
                        .add("message", MessageJson.write(message))
                        .build());
    }

    private List<Message> post(String server, String path, JsonObject body) throws IOException {
        ServerStatus status = domain.status(server);
        Endpoint endpoint = status.management();
        if (!status.alive() || endpoint == null) {
            throw new ConnectException("the server " + server + " does not run");
        }
        HttpConversation.Response response;
        try (HttpConversation conversation = new HttpConversation(endpoint.reachable())) {
            byte[] bytes = body.toString().getBytes(StandardCharsets.UTF_8);
            response = conversation.ask(
                    "POST", PREFIX + path, domain.token().authorization(), new JsonBody(bytes), MILLIS);
        } catch (DomainException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
        if (response.status() != 200) {
            throw new IOException("the server " + server + " answered with status " + response.status());
        }
        return messages(response.body());
    }

    private static List<Message> messages(byte[] body) throws IOException {
        try (JsonReader reader = Json.createReader(new ByteArrayInputStream(body))) {
            List<Message> messages = new ArrayList<>();
            for (JsonObject each : reader.readObject().getJsonArray("messages").getValuesAs(JsonObject.class)) {
                messages.add(MessageJson.read(each));
            }
            return messages;
        } catch (JsonException | NullPointerException | ClassCastException e) {
            throw new IOException("the answer is no list of messages: " + DamagedJson.reason(e), e);
        }
    }
}
