package io.keelson.admin.targets;

import io.keelson.admin.change.PlainJson;
import io.keelson.admin.domain.DamagedJson;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a server has of the domain's applications, and what the admin server asks of it: {@code server/applications}. Thread-safe. */
final class ApplicationsResource {
    private static final int MOST = 1024 * 1024;

    private static final Schema APPLICATION = progress(Schema.object()
            .with("name", Schema.TEXT)
            .maybe("label", Schema.TEXT)
            .with("version", Schema.TEXT)
            .maybe("beside", Schema.TRUTH)
            .maybe("users", Schema.INTEGER)
            .with("wanted", Schema.choice("running", "stopped"))
            .with("state", Schema.TEXT)
            .maybe("context-root", Schema.TEXT)
            .maybe("clients", Schema.list(Schema.TEXT))
            .maybe("plan-changes", PlanInBody.CHANGES)
            .maybe("problem", Schema.TEXT));

    private static final Schema STAGED = Schema.object()
            .maybe("attempt", Schema.TEXT)
            .maybe("state", Schema.choice("running", "ready", "refused"))
            .maybe("why", Schema.TEXT)
            .with("applications", Schema.list(progress(Schema.object("name", Schema.TEXT))));

    private final Staging staging;
    private final Reconciler reconciler;
    private final BooleanSupplier ready;
    private final Runnable wake;

    /**
     * The resource.
     *
     * @param ready whether applications can be deployed: the server is up, and not on its way down
     * @param wake has the reconciler look soon
     */
    ApplicationsResource(Staging staging, Reconciler reconciler, BooleanSupplier ready, Runnable wake) {
        this.staging = staging;
        this.reconciler = reconciler;
        this.ready = ready;
        this.wake = wake;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "server/applications", Role.MONITOR, this::list)
                        .says("lists the applications that this server has from the domain")
                        .answers(200, Schema.object("applications", Schema.list(APPLICATION))),
                Route.of("POST", "server/applications/stage", Role.ADMIN, this::stage)
                        .says("is how the admin server has archives brought here; not for clients")
                        .takes(Schema.object()
                                .with("attempt", Schema.TEXT)
                                .with("applications", Schema.list(Schema.entries(Schema.ANY))))
                        .answers(200, STAGED),
                Route.of("GET", "server/applications/stage", Role.MONITOR, this::staged)
                        .says("shows how far the archives are that are being brought here")
                        .answers(200, STAGED),
                Route.of("POST", "server/applications/*/retry", Role.ADMIN, this::retry)
                        .says("is how the admin server has an application that failed tried again; not for clients")
                        .answers(204));
    }

    /** The same with how far it is. */
    static Schema progress(Schema.Members of) {
        return of.maybe("step", Schema.TEXT).maybe("bytes", Schema.INTEGER).maybe("of", Schema.INTEGER);
    }

    private Answer list(Call call) throws Problem {
        call.query(Set.of());
        List<Object> all = new ArrayList<>();
        for (Reconciler.Standing standing : reconciler.standings()) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("name", standing.assignment().name());
            put(json, "label", standing.assignment().label());
            json.put("version", standing.assignment().version());
            json.put("wanted", standing.assignment().running() ? "running" : "stopped");
            json.put("state", standing.state());
            if (standing.assignment().beside()) {
                json.put("beside", true);
                json.put("users", standing.users());
            }
            put(json, "context-root", standing.contextRoot());
            if (!standing.clients().isEmpty()) {
                json.put("clients", standing.clients());
            }
            put(json, "problem", standing.why());
            if (!standing.planChanges().isEmpty()) {
                json.put("plan-changes", PlanInBody.changes(standing.planChanges()));
            }
            progress(json, standing.progress());
            all.add(json);
        }
        return Answer.json(200, PlainJson.object(Map.of("applications", all)));
    }

    private static void put(Map<String, Object> json, String key, @Nullable Object value) {
        if (value != null) {
            json.put(key, value);
        }
    }

    private static void progress(Map<String, Object> json, Staging.@Nullable Progress progress) {
        if (progress != null) {
            json.put("step", progress.step());
            json.put("bytes", progress.bytes());
            json.put("of", progress.of());
        }
    }

    private Answer stage(Call call) throws Problem, IOException {
        call.query(Set.of());
        JsonObject body = call.json(MOST);
        if (!ready.getAsBoolean()) {
            throw Problem.notDone(503, "Not ready", "This server is starting or ending", List.of());
        }
        try {
            List<Assignment> assignments = body.getJsonArray("applications").getValuesAs(JsonObject.class).stream()
                    .map(ApplicationsResource::assignment)
                    .toList();
            staging.begin(body.getString("attempt"), assignments);
        } catch (NullPointerException | ClassCastException | IllegalArgumentException e) {
            throw Problem.badRequest("This is for the admin server: " + DamagedJson.reason(e));
        }
        return staged(call);
    }

    private Answer staged(Call call) throws Problem {
        call.query(Set.of());
        Map<String, Object> json = new LinkedHashMap<>();
        Staging.Job job = staging.job();
        if (job != null) {
            json.put("attempt", job.attempt());
            json.put("state", job.state());
            put(json, "why", job.why());
        }
        List<Object> all = new ArrayList<>();
        staging.progress().forEach((name, progress) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", name);
            progress(one, progress);
            all.add(one);
        });
        json.put("applications", all);
        return Answer.json(200, PlainJson.object(json));
    }

    private Answer retry(Call call) throws Problem {
        call.query(Set.of());
        reconciler.retry(call.variable());
        wake.run();
        return Answer.empty(204);
    }

    /** An assignment as the admin server sends it. */
    static JsonObject json(Assignment assignment) {
        JsonObjectBuilder json = Answer.JSON
                .createObjectBuilder()
                .add("name", assignment.name())
                .add("archive", assignment.archive())
                .add("digest", assignment.digest())
                .add("mode", assignment.mode().name())
                .add("running", assignment.running())
                .add("part-of-cluster", assignment.partOfCluster())
                .add("beside", assignment.beside());
        if (assignment.label() != null) {
            json.add("label", assignment.label());
        }
        if (assignment.path() != null) {
            json.add("path", assignment.path().toString());
        }
        if (assignment.contextRoot() != null) {
            json.add("context-root", assignment.contextRoot());
        }
        if (!assignment.plan().isEmpty()) {
            json.add("plan", assignment.plan());
        }
        return json.build();
    }

    private static Assignment assignment(JsonObject json) {
        String path = json.getString("path", null);
        String archive = json.getString("archive");
        String digest = json.getString("digest");
        if (!ArchiveStore.FILE.matcher(archive).matches() || !digest.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("not an archive: " + archive + " " + digest);
        }
        return new Assignment(
                json.getString("name"),
                json.getString("label", null),
                archive,
                digest,
                StageMode.valueOf(json.getString("mode")),
                path == null ? null : Path.of(path),
                json.getString("context-root", null),
                json.getString("plan", ""),
                json.getBoolean("running"),
                false,
                json.getBoolean("part-of-cluster"),
                json.getBoolean("beside", false));
    }
}
