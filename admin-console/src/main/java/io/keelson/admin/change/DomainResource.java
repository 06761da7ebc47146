package io.keelson.admin.change;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerRecord;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The domain, its servers and clusters as the admin server sees them: {@code domain}. Thread-safe. */
final class DomainResource {
    private static final Schema SERVER = Schema.object()
            .with("name", Schema.TEXT)
            .with("state", Schema.TEXT)
            .maybe("cluster", Schema.TEXT)
            .maybe("pid", Schema.INTEGER)
            .maybe("address", Schema.TEXT)
            .maybe("management", Schema.TEXT)
            .maybe("version", Schema.TEXT)
            .maybe("revision", Schema.INTEGER)
            .with("restart-needed", Schema.list(Schema.TEXT))
            .maybe("problem", Schema.TEXT);

    private static final Schema CLUSTER =
            Schema.object().with("name", Schema.TEXT).with("servers", Schema.list(Schema.TEXT));

    private final Activator activator;
    private final DomainDirectory domain;
    private final String name;
    private final String self;

    DomainResource(Activator activator, DomainDirectory domain, String name, String self) {
        this.activator = activator;
        this.domain = domain;
        this.name = name;
        this.self = self;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "domain", Role.MONITOR, this::get)
                        .says("names the domain, its revision and its admin server")
                        .answers(
                                200,
                                Schema.object()
                                        .with("name", Schema.TEXT)
                                        .with("revision", Schema.INTEGER)
                                        .with("admin-server", Schema.TEXT)),
                Route.of("GET", "domain/servers", Role.MONITOR, this::servers)
                        .says("lists the servers of the domain")
                        .answers(200, Schema.object("servers", Schema.list(SERVER))),
                Route.of("GET", "domain/servers/*", Role.MONITOR, call -> one(call, known(), "server"))
                        .says("shows a server of the domain")
                        .answers(200, SERVER),
                Route.of("GET", "domain/clusters", Role.MONITOR, this::clusters)
                        .says("lists the clusters and their servers")
                        .answers(200, Schema.object("clusters", Schema.list(CLUSTER))),
                Route.of("GET", "domain/clusters/*", Role.MONITOR, call -> one(call, grouped(), "cluster"))
                        .says("shows a cluster and its servers")
                        .answers(200, CLUSTER),
                Route.of("POST", "domain/activation", Role.ADMIN, this::asked)
                        .says("is how servers ask what is decided; not for clients")
                        .takes(Schema.object().with("from", Schema.TEXT).with("message", Schema.entries(Schema.ANY)))
                        .answers(200, ActivationResource.MESSAGES));
    }

    private Answer get(Call call) throws Problem, IOException {
        call.query(Set.of());
        return Answer.json(
                200,
                PlainJson.object(PlainJson.ordered(
                        "name", name, "revision", activator.decided().number(), "admin-server", self)));
    }

    private Answer servers(Call call) throws Problem, IOException {
        call.query(Set.of());
        return Answer.json(200, PlainJson.object(Map.of("servers", known())));
    }

    /** The one of that name. */
    private static Answer one(Call call, List<Map<String, Object>> all, String what) throws Problem {
        call.query(Set.of());
        return all.stream()
                .filter(one -> call.variable().equals(one.get("name")))
                .findFirst()
                .map(one -> Answer.json(200, PlainJson.object(one)))
                .orElseThrow(() -> Problem.notFound("There is no " + what + " " + call.variable()));
    }

    private List<Map<String, Object>> known() throws IOException {
        int newest = activator.decided().number();
        Map<String, Result> results = activator.results();
        List<Map<String, Object>> servers = new ArrayList<>();
        for (ServerStatus status : domain.servers()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", status.name());
            json.put("state", status.state());
            put(json, "cluster", status.cluster());
            put(json, "pid", status.pid());
            put(
                    json,
                    "address",
                    status.address() == null ? null : status.address().url());
            put(
                    json,
                    "management",
                    status.management() == null ? null : status.management().url());
            put(
                    json,
                    "version",
                    ServerRecord.read(domain.server(status.name()))
                            .map(ServerRecord::version)
                            .orElse(null));
            Result result = status.alive() ? results.get(status.name()) : null;
            if (result != null && result.kept()) {
                json.put("revision", newest);
            }
            json.put("restart-needed", result instanceof Result.RestartNeeded restart ? restart.paths() : List.of());
            if (result instanceof Result.NotApplied failed) {
                json.put("problem", failed.why());
            } else if (result instanceof Result.NotKept failed) {
                json.put("problem", failed.why());
            }
            servers.add(json);
        }
        return servers;
    }

    private static void put(Map<String, Object> json, String key, @org.jspecify.annotations.Nullable Object value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    private Answer clusters(Call call) throws Problem, IOException {
        call.query(Set.of());
        return Answer.json(200, PlainJson.object(Map.of("clusters", grouped())));
    }

    private List<Map<String, Object>> grouped() throws IOException {
        Map<String, List<String>> members = new LinkedHashMap<>();
        activator.file().keys(SettingPath.of("clusters")).forEach(cluster -> members.put(cluster, new ArrayList<>()));
        for (ServerStatus status : domain.servers()) {
            if (status.cluster() != null) {
                members.computeIfAbsent(status.cluster(), none -> new ArrayList<>())
                        .add(status.name());
            }
        }
        List<Map<String, Object>> clusters = new ArrayList<>();
        members.forEach((cluster, servers) -> clusters.add(PlainJson.ordered("name", cluster, "servers", servers)));
        return clusters;
    }

    /** A message of another server, which has the domain's token. */
    private Answer asked(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonObject body = call.json();
        if (!(body.get("from") instanceof JsonString from) || !body.containsKey("message")) {
            throw Problem.badRequest("Send {\"from\": ..., \"message\": {...}}");
        }
        return ActivationResource.answer(activator.asked(from.getString(), ActivationResource.message(body)));
    }
}
