package io.keelson.admin.rolling;

import io.keelson.admin.client.HttpConversation;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.DomainException;
import io.keelson.admin.domain.Endpoint;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.node.NodeClient;
import io.keelson.admin.rest.Caller;
import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The servers of the domain, by the node manager and over their management interfaces. Immutable. */
final class LiveFleet implements Fleet {
    private static final int MILLIS = 10_000;

    private final DomainDirectory domain;
    private final Caller by;
    private final Release release;

    LiveFleet(DomainDirectory domain, Caller by, Release release) {
        this.domain = domain;
        this.by = by;
        this.release = release;
    }

    @Override
    public Release release() {
        return release;
    }

    private NodeClient node(String server) throws IOException {
        return NodeClient.find(domain, server)
                .orElseThrow(() -> new IOException("no node manager runs; start it with 'keelson node start'"));
    }

    @Override
    public Presence presence(String server) throws IOException {
        JsonObject state = done(node(server).state());
        for (JsonObject each : state.getJsonArray("servers").getValuesAs(JsonObject.class)) {
            if (each.getString("name").equals(server)) {
                return new Presence(
                        each.getString("state"),
                        each.isNull("pid") ? null : each.getJsonNumber("pid").longValue(),
                        each.getString("why"));
            }
        }
        throw new IOException("the domain has no server " + server);
    }

    @Override
    public void stop(String server) throws IOException {
        done(node(server).shutdown(server, false, by));
    }

    @Override
    public void start(String server) throws IOException {
        done(node(server).start(server, by));
    }

    private static JsonObject done(NodeClient.Reply reply) throws IOException {
        if (!reply.done()) {
            throw new IOException(reply.why());
        }
        return reply.json();
    }

    @Override
    public Optional<String> unready(List<String> servers) {
        for (String server : servers) {
            ServerStatus status = domain.status(server);
            if (!status.state().equals("RUNNING")) {
                return Optional.of(server + " is " + status.state());
            }
        }
        try {
            for (String server : servers) {
                Optional<String> why = missing(server, servers);
                if (why.isPresent()) {
                    return why;
                }
                long alone = withoutSecondary(server);
                if (alone > 0) {
                    return Optional.of(alone + " sessions of " + server + " have no copy");
                }
            }
            return balancers(servers);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns who is missing in the view of a server. */
    private Optional<String> missing(String server, List<String> servers) throws IOException {
        JsonObject view = ask(server, "server/cluster").orElse(null);
        if (view == null) {
            return Optional.of(server + " takes part in no cluster");
        }
        List<String> seen = new ArrayList<>();
        view.getJsonArray("members")
                .getValuesAs(JsonObject.class)
                .forEach(member -> seen.add(member.getString("server")));
        return servers.stream()
                .filter(other -> !seen.contains(other))
                .findFirst()
                .map(other -> other + " is not in the view of " + server);
    }

    private long withoutSecondary(String server) throws IOException {
        JsonObject all = ask(server, "server/runtime/session-replication").orElse(null);
        long alone = 0;
        if (all != null) {
            for (JsonObject each : all.getJsonArray("session-replication").getValuesAs(JsonObject.class)) {
                alone += each.getJsonNumber("sessions-without-secondary").longValue();
            }
        }
        return alone;
    }

    /** The leases as a server sees them; empty where it knows none. */
    JsonObject leases(String server) throws IOException {
        return ask(server, "server/leases").orElse(JsonObject.EMPTY_JSON_OBJECT);
    }

    /** Whom a load balancer of the domain does not send requests to yet. Others cannot be asked: for them there is the pause. */
    private Optional<String> balancers(List<String> servers) throws IOException {
        for (ServerStatus status : domain.servers()) {
            if (status.cluster() != null || !status.state().equals("RUNNING")) {
                continue;
            }
            JsonObject all = ask(status.name(), "server/runtime/balancer").orElse(null);
            if (all == null) {
                continue;
            }
            for (JsonObject behind : all.getJsonArray("balancer").getValuesAs(JsonObject.class)) {
                String server = behind.getString("name", "");
                String condition = behind.getString("condition", "");
                if (servers.contains(server) && !condition.equals("ready")) {
                    return Optional.of(server + " is " + condition + " for the load balancer " + status.name());
                }
            }
        }
        return Optional.empty();
    }

    /** Returns what a server answers; empty where it has no such thing. */
    private Optional<JsonObject> ask(String server, String path) throws IOException {
        ServerStatus status = domain.status(server);
        Endpoint endpoint = status.management();
        if (endpoint == null) {
            throw new IOException(server + " is " + status.state());
        }
        try (HttpConversation conversation = new HttpConversation(endpoint.reachable())) {
            HttpConversation.Response response = conversation.ask(
                    "GET", "/management/v1/" + path, domain.token().authorization(), null, MILLIS);
            if (response.status() == 404) {
                return Optional.empty();
            }
            if (response.status() != 200) {
                throw new IOException(server + " answers with status " + response.status());
            }
            try (JsonReader reader = Json.createReader(new ByteArrayInputStream(response.body()))) {
                return Optional.of(reader.readObject());
            }
        } catch (JsonException | DomainException e) {
            throw new IOException(server + " cannot be asked: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IOException(server + " does not answer: " + e.getMessage(), e);
        }
    }
}
