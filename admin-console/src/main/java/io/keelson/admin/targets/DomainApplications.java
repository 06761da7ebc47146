package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.PlainJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.thread.Threads;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.SettingPath;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The applications of the domain as operators see them: what is written down, what is under way, and what each server says. Thread-safe.
 */
final class DomainApplications {
    private static final int LOOK_MILLIS = 2_000;
    /** The version beside the active one. */
    private static final String OTHER = "other";

    private final ChangeCentre centre;
    private final DomainDirectory domain;
    private final TargetGroundwork groundwork;
    private final ServerCalls calls;
    private final OperationsUnderWay operations;

    DomainApplications(
            ChangeCentre centre,
            DomainDirectory domain,
            TargetGroundwork groundwork,
            ServerCalls calls,
            OperationsUnderWay operations) {
        this.centre = centre;
        this.domain = domain;
        this.groundwork = groundwork;
        this.calls = calls;
        this.operations = operations;
    }

    /** All applications of the domain, and those on their way, with what their servers say; by name. */
    Map<String, Map<String, Object>> all() throws IOException {
        DomainConfiguration decided = centre.decided();
        DomainFile file = decided.file();
        Map<String, Map<String, Object>> all = new TreeMap<>();
        for (String name : file.keys(SettingPath.of("applications"))) {
            Map<String, Object> entry = Entry.of(decided.model(), file, name);
            if (entry.containsKey("targets")) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("name", name);
                json.putAll(Entry.alone(entry));
                json.remove(Entry.NEXT_PLAN);
                Map<String, Object> other = Entry.other(entry);
                if (!other.isEmpty()) {
                    if (other.remove("plan") != null) {
                        other.put("planned", true);
                    }
                    other.put("servers", new ArrayList<>());
                    json.put(OTHER, other);
                }
                if (json.remove("plan") != null) {
                    json.put("planned", true);
                }
                json.putIfAbsent("stage-mode", "stage");
                json.putIfAbsent("state", "running");
                json.put("servers", new ArrayList<>());
                all.put(name, json);
            }
        }
        operations
                .all()
                .forEach((name, operation) -> all.computeIfAbsent(name, fresh -> {
                            Map<String, Object> json = new LinkedHashMap<>();
                            json.put("name", fresh);
                            json.put("servers", new ArrayList<>());
                            return json;
                        })
                        .put("operation", json(name, operation)));
        if (!all.isEmpty()) {
            ask(decided, all);
        }
        return all;
    }

    private Map<String, Object> json(String name, OperationsUnderWay.Operation operation) {
        Map<String, Object> json = PlainJson.ordered("step", operation.step(), "by", operation.by());
        if (operation.step().equals("receiving")) {
            json.put("bytes", operation.bytes());
            json.put("of", operation.of());
        }
        if (operation.step().equals("staging")) {
            List<Object> servers = new ArrayList<>();
            groundwork.said().forEach((server, said) -> {
                Map<String, Object> one = PlainJson.ordered("server", server, "state", said.getString("state", ""));
                said.getJsonArray("applications").getValuesAs(JsonObject.class).stream()
                        .filter(application -> application.getString("name").equals(name))
                        .forEach(application -> {
                            one.put("step", application.getString("step"));
                            one.put("bytes", application.getJsonNumber("bytes").longValue());
                            one.put("of", application.getJsonNumber("of").longValue());
                        });
                servers.add(one);
            });
            json.put("servers", servers);
        }
        return json;
    }

    /** Asks the servers, all at once, and puts what they say beside the applications. */
    private void ask(DomainConfiguration decided, Map<String, Map<String, Object>> all) throws IOException {
        Map<String, CompletableFuture<Map<String, JsonObject>>> asked = new LinkedHashMap<>();
        Map<String, Map<String, Assignment>> wanted = new LinkedHashMap<>();
        for (ServerStatus status : domain.servers()) {
            Map<String, Assignment> here = Assignment.of(decided, status.name());
            if (!here.isEmpty()) {
                wanted.put(status.name(), here);
                asked.put(status.name(), answers(status));
            }
        }
        wanted.forEach((server, assignments) -> {
            CompletableFuture<Map<String, JsonObject>> answer = asked.get(server);
            Map<String, JsonObject> said = answer == null ? Map.of() : answer.join();
            assignments.forEach((id, assignment) -> {
                Map<String, Object> whole = all.get(assignment.name());
                Map<String, Object> application = assignment.beside() ? other(whole) : whole;
                if (application != null && application.get("servers") instanceof List<?> list) {
                    @SuppressWarnings("unchecked")
                    List<Object> servers = (List<Object>) list;
                    servers.add(state(server, assignment, said.get(id)));
                    if (!assignment.beside()) {
                        keepChanges(application, assignment, said.get(id));
                    }
                }
            });
        });
    }

    @SuppressWarnings("unchecked") // made here
    private static @Nullable Map<String, Object> other(@Nullable Map<String, Object> application) {
        return application == null ? null : (Map<String, Object>) application.get(OTHER);
    }

    /** What the plan has changed, as the first server says that runs the version. */
    private static void keepChanges(Map<String, Object> application, Assignment wanted, @Nullable JsonObject said) {
        if (said != null
                && said.containsKey("plan-changes")
                && said.getString("version", "").equals(wanted.version())) {
            application.putIfAbsent("plan-changes", PlainJson.plain(said.get("plan-changes")));
        }
    }

    private CompletableFuture<Map<String, JsonObject>> answers(ServerStatus status) {
        CompletableFuture<Map<String, JsonObject>> answer = new CompletableFuture<>();
        if (!status.alive()) {
            answer.complete(Map.of());
            return answer;
        }
        Threads.daemon("keelson.deployments: " + status.name(), () -> {
                    Map<String, JsonObject> said = new TreeMap<>();
                    try {
                        calls.ask(status.name(), "GET", "server/applications", null, LOOK_MILLIS)
                                .getJsonArray("applications")
                                .getValuesAs(JsonObject.class)
                                .forEach(one -> said.put(
                                        new VersionedName(one.getString("name"), one.getString("label", null))
                                                .toString(),
                                        one));
                    } catch (IOException | RuntimeException e) { // shown as a server that does not answer
                        TargetLog.LOG.debugf("%s does not say what it has: %s", status.name(), e);
                    } finally {
                        answer.complete(said);
                    }
                })
                .start();
        return answer;
    }

    private static Map<String, Object> state(String server, Assignment wanted, @Nullable JsonObject said) {
        Map<String, Object> json = PlainJson.ordered("server", server);
        if (said == null) {
            json.put("state", "UNKNOWN");
            json.put("problem", "the server does not run or does not answer; it gets the application when it is back");
            return json;
        }
        boolean current = said.getString("version", "").equals(wanted.version());
        json.put("state", current ? said.getString("state") : "WAITING");
        for (String key : List.of("context-root", "problem", "step")) {
            if (said.containsKey(key)) {
                json.put(key, said.getString(key));
            }
        }
        if (said.containsKey("clients")) {
            json.put("clients", said.getJsonArray("clients").getValuesAs(JsonString::getString));
        }
        for (String key : List.of("bytes", "of", "users")) {
            if (said.containsKey(key)) {
                json.put(key, said.getJsonNumber(key).longValue());
            }
        }
        return json;
    }
}
