package io.keelson.admin.cli;

import io.keelson.admin.cli.ManagementClient.JsonBody;
import io.keelson.admin.client.PercentEncoding;
import io.keelson.security.UserEditor;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The users of a realm provider, changed by the admin server of the domain, which has what it takes to reach them. */
final class RemoteUsers implements UserEditor {
    private final ManagementClient client;
    private final String query;

    RemoteUsers(ManagementClient client, String provider) {
        this.client = client;
        this.query = "?provider=" + PercentEncoding.of(provider);
    }

    @Override
    public List<User> users() throws IOException {
        return send("GET", "security/users" + query, Optional.empty())
                .json()
                .getJsonArray("users")
                .getValuesAs(JsonObject.class)
                .stream()
                .map(user -> new User(
                        user.getString("name"),
                        user.getJsonArray("groups").getValuesAs(JsonString.class).stream()
                                .map(JsonString::getString)
                                .toList()))
                .toList();
    }

    @Override
    public boolean put(String user, char[] password, Collection<String> groups) throws IOException {
        return change(
                        user,
                        Json.createObjectBuilder()
                                .add("password", String.valueOf(password))
                                .add("groups", array(groups)))
                == 201;
    }

    @Override
    public boolean password(String user, char[] password) throws IOException {
        change(user, Json.createObjectBuilder().add("password", String.valueOf(password)));
        return true;
    }

    @Override
    public boolean groups(String user, Collection<String> groups) throws IOException {
        change(user, Json.createObjectBuilder().add("groups", array(groups)));
        return true;
    }

    @Override
    public boolean remove(String user) throws IOException {
        if (users().stream().noneMatch(known -> known.name().equals(user))) {
            return false;
        }
        send("DELETE", path(user), Optional.empty());
        return true;
    }

    private int change(String user, JsonObjectBuilder body) throws IOException {
        return send("PUT", path(user), Optional.of(body.build())).status();
    }

    private String path(String user) {
        return "security/users/" + PercentEncoding.of(user) + query;
    }

    private ManagementClient.Reply send(String method, String path, Optional<JsonObject> body) throws IOException {
        try {
            return body.isPresent() ? client.send(method, path, new JsonBody(body.get())) : client.send(method, path);
        } catch (CommandException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private static JsonArrayBuilder array(Collection<String> texts) {
        return Json.createArrayBuilder(texts);
    }
}
