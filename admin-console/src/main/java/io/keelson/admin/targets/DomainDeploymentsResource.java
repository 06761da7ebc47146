package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.PlainJson;
import io.keelson.admin.change.Refusals;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.admin.rolling.Admission;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The domain's applications: {@code domain/deployments}. Thread-safe. */
final class DomainDeploymentsResource {
    private static final int MOST_JSON = 256 * 1024;
    private static final Schema MODES = Schema.choice("stage", "nostage", "external-stage");

    /** The version beside the one that has the new clients. */
    private static final Schema OTHER = Schema.object()
            .maybe("version", Schema.TEXT)
            .with("archive", Schema.TEXT)
            .with("digest", Schema.TEXT)
            .maybe("path", Schema.TEXT)
            .maybe("planned", Schema.TRUTH)
            .maybe("until", Schema.TIME)
            .with(
                    "servers",
                    Schema.list(ApplicationsResource.progress(Schema.object()
                            .with("server", Schema.TEXT)
                            .with("state", Schema.TEXT)
                            .maybe("users", Schema.INTEGER)
                            .maybe("context-root", Schema.TEXT)
                            .maybe("clients", Schema.list(Schema.TEXT))
                            .maybe("problem", Schema.TEXT))));

    private static final Schema APPLICATION = Schema.object()
            .with("name", Schema.TEXT)
            .maybe("targets", Schema.list(Schema.TEXT))
            .maybe("stage-mode", MODES)
            .maybe("archive", Schema.TEXT)
            .maybe("digest", Schema.TEXT)
            .maybe("path", Schema.TEXT)
            .maybe("context-root", Schema.TEXT)
            .maybe("planned", Schema.TRUTH)
            .maybe("plan", Schema.TEXT)
            .maybe("plan-changes", PlanInBody.CHANGES)
            .maybe("state", Schema.choice("running", "stopped"))
            .maybe(Entry.NEXT_ARCHIVE, Schema.TEXT)
            .maybe(Entry.NEXT_DIGEST, Schema.TEXT)
            .maybe(Entry.NEXT_PATH, Schema.TEXT)
            .maybe(Entry.NEXT_SERVERS, Schema.list(Schema.TEXT))
            .with(
                    "servers",
                    Schema.list(ApplicationsResource.progress(Schema.object()
                            .with("server", Schema.TEXT)
                            .with("state", Schema.TEXT)
                            .maybe("context-root", Schema.TEXT)
                            .maybe("clients", Schema.list(Schema.TEXT))
                            .maybe("problem", Schema.TEXT))))
            .maybe(Entry.VERSION, Schema.TEXT)
            .maybe("other", OTHER)
            .maybe(
                    "operation",
                    Schema.object()
                            .with("step", Schema.TEXT)
                            .with("by", Schema.TEXT)
                            .maybe("bytes", Schema.INTEGER)
                            .maybe("of", Schema.INTEGER)
                            .maybe(
                                    "servers",
                                    Schema.list(ApplicationsResource.progress(Schema.object()
                                            .with("server", Schema.TEXT)
                                            .with("state", Schema.TEXT)))));

    private static final Set<String> QUERY = Set.of(
            "targets",
            "stage-mode",
            "context-root",
            "file",
            PlanInBody.LENGTH,
            Entry.VERSION,
            DeploymentWords.RETIRE_TIMEOUT);

    private static final String ROLLING = "rolling";

    private final DomainDeployments deployments;
    private final OperationsUnderWay operations;
    private final DomainApplications applications;
    private final ArchiveIntake intake;
    private final Admission admission;

    /**
     * The resource.
     *
     * @param admission says whether a rolling redeployment could begin
     */
    DomainDeploymentsResource(
            DomainDeployments deployments,
            OperationsUnderWay operations,
            DomainApplications applications,
            ArchiveIntake intake,
            Admission admission) {
        this.deployments = deployments;
        this.operations = operations;
        this.applications = applications;
        this.intake = intake;
        this.admission = admission;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "domain/deployments", Role.MONITOR, this::list)
                        .says("lists the applications of the domain, and how they stand on its servers")
                        .answers(200, Schema.object("deployments", Schema.list(APPLICATION))),
                deployed(Route.of("POST", "domain/deployments", Role.DEPLOYER, this::post))
                        .says("deploys an archive to servers and clusters, on all of them or on none")
                        .query("name", DeploymentWords.NAMES)
                        .answers(201, APPLICATION),
                Route.of("GET", "domain/deployments/*", Role.MONITOR, this::get)
                        .says("shows an application of the domain, and how far an operation on it is")
                        .answers(200, APPLICATION),
                deployed(Route.of("PUT", "domain/deployments/*", Role.DEPLOYER, this::put))
                        .says(
                                "replaces an application of the domain on all its servers; with another version, said here or"
                                        + " by the archive's manifest: brings that beside the active one, which retires;"
                                        + " rolling: puts the version there for a rolling redeployment")
                        .query(ROLLING, Schema.TRUTH)
                        .answers(200, APPLICATION),
                Route.of("DELETE", "domain/deployments/*", Role.DEPLOYER, this::delete)
                        .says("stops an application of the domain and removes it from all its servers: all versions"
                                + " of it, or the one that is asked for")
                        .query(Entry.VERSION, Schema.TEXT)
                        .answers(204),
                Route.of("POST", "domain/deployments/*/redeploy", Role.DEPLOYER, this::redeploy)
                        .says("makes a version of an application of the domain that retires active again, as it is")
                        .query(Entry.VERSION, Schema.TEXT)
                        .answers(200, APPLICATION),
                Route.of("POST", "domain/deployments/*/start", Role.DEPLOYER, call -> set(call, true))
                        .says("has an application of the domain run")
                        .answers(200, APPLICATION),
                Route.of("POST", "domain/deployments/*/stop", Role.DEPLOYER, call -> set(call, false))
                        .says("stops an application of the domain, which stays deployed")
                        .answers(200, APPLICATION));
    }

    private static Route deployed(Route route) {
        return route.query("targets", Schema.TEXT)
                .query("stage-mode", MODES)
                .query("context-root", DeploymentWords.ROOTS)
                .query("file", Schema.TEXT)
                .query(Entry.VERSION, Schema.TEXT)
                .query(DeploymentWords.RETIRE_TIMEOUT, DeploymentWords.RETIRE_SECONDS)
                .query(PlanInBody.LENGTH, PlanInBody.BYTES)
                .takes("application/octet-stream", Schema.ANY)
                .takes(Schema.object().maybe("path", Schema.TEXT).maybe("plan", Schema.TEXT));
    }

    private Answer list(Call call) throws Problem, IOException {
        call.query(Set.of());
        Map<String, Map<String, Object>> all = applications.all();
        all.values().forEach(one -> one.remove("plan-changes"));
        return Answer.json(200, PlainJson.object(Map.of("deployments", new ArrayList<>(all.values()))));
    }

    private Answer get(Call call) throws Problem, IOException {
        call.query(Set.of());
        return shown(200, DeploymentWords.name(call.variable()));
    }

    private Answer shown(int status, String name) throws Problem, IOException {
        Map<String, Object> found = applications.all().get(name);
        if (found == null) {
            throw Refusals.of(DomainDeployments.unknown(name));
        }
        if (deployments.entry(name).get("plan") instanceof String plan) {
            found.put("plan", plan);
        }
        return Answer.json(status, PlainJson.object(found));
    }

    private Answer post(Call call) throws Problem, IOException {
        Set<String> known = new TreeSet<>(QUERY);
        known.add("name");
        Map<String, String> query = call.query(known);
        String name = DeploymentWords.name(Optional.ofNullable(query.get("name"))
                .orElseThrow(() -> Problem.badRequest("Name the application: name=shop&targets=cluster-1")));
        return deploy(call, name, query, true).with(Map.of("Location", "/management/v1/domain/deployments/" + name));
    }

    private Answer put(Call call) throws Problem, IOException {
        Set<String> known = new TreeSet<>(QUERY);
        known.add(ROLLING);
        Map<String, String> query = call.query(known);
        if (call.flag(query, ROLLING) && !call.caller().may(Role.OPERATOR)) {
            // Before the version is kept: nobody else could do anything with the application until an operator ends it.
            throw Problem.forbidden("A rolling redeployment restarts servers, which needs the role operator too; "
                    + call.caller().name() + " has " + call.caller().roleNames());
        }
        return deploy(call, DeploymentWords.name(call.variable()), query, false);
    }

    private Answer deploy(Call call, String name, Map<String, String> query, boolean isNew)
            throws Problem, IOException {
        List<String> targets = DeploymentWords.targets(query.get("targets"));
        StageMode mode = DeploymentWords.mode(query.get("stage-mode"));
        String root = DeploymentWords.contextRoot(query.get("context-root"));
        String by = call.caller().name();
        try {
            boolean known = deployments.entry(name).containsKey("targets");
            if (!isNew && !known) {
                throw DomainDeployments.unknown(name);
            }
            if (call.flag(query, ROLLING)) {
                admission.check(name, deployments.settledTargets(name));
            }
            operations.begin(name, by, call.exchange().body().length());
            try {
                Wanted wanted = wanted(call, name, query, targets, mode, root);
                deployments.deploy(name, by, wanted, isNew);
            } finally {
                operations.end(name);
            }
        } catch (ChangeException e) {
            throw Refusals.of(e);
        }
        return shown(isNew ? 201 : 200, name);
    }

    private Wanted wanted(
            Call call,
            String name,
            Map<String, String> query,
            List<String> targets,
            @Nullable StageMode mode,
            @Nullable String root)
            throws Problem, IOException {
        boolean inJson = call.contentType().orElse("").equals("application/json");
        JsonObject json = inJson ? call.json(MOST_JSON) : JsonObject.EMPTY_JSON_OBJECT;
        String plan = inJson ? PlanInBody.read(json) : PlanInBody.read(call, query);
        Map<String, Object> before = deployments.entry(name);
        String said = DeploymentWords.version(query);
        Duration retires = DeploymentWords.retireTimeout(query.get(DeploymentWords.RETIRE_TIMEOUT));
        if (inJson && plan != null && !json.containsKey("path") && before.containsKey("digest")) {
            return new Wanted(
                    new ArchiveStore.Stored(
                            String.valueOf(before.get("archive")), String.valueOf(before.get("digest")), 0),
                    targets,
                    mode,
                    before.get("path") instanceof String there ? Path.of(there) : null,
                    root,
                    plan,
                    call.flag(query, ROLLING),
                    new Wanted.Release(said, retires));
        }
        Path path = inJson ? DeploymentWords.path(json) : null;
        String file = query.get("file");
        String archive = file != null ? file : path != null ? String.valueOf(path.getFileName()) : name + ".war";
        if (!ArchiveStore.FILE.matcher(archive).matches()) {
            throw Problem.badRequest("An archive's file has letters, digits, dot, hyphen and underscore in its name, at"
                    + " most 120, and does not begin with a dot: '" + archive + "'; say another with file=");
        }
        boolean inPlace = path != null && (mode != null ? mode : Entry.mode(before)) != StageMode.STAGE;
        ArchiveStore.Stored stored;
        if (path == null) {
            stored = intake.upload(call, name, archive);
        } else if (inPlace) {
            stored = ArchiveStore.describe(path, archive);
        } else {
            stored = Files.isDirectory(path) ? intake.pack(name, path, archive) : intake.copy(name, path, archive);
        }
        String version = said != null ? said : intake.version(name, stored, inPlace ? path : null);
        return new Wanted(
                stored,
                targets,
                mode,
                path,
                root,
                plan,
                call.flag(query, ROLLING),
                new Wanted.Release(version, retires));
    }

    private Answer redeploy(Call call) throws Problem, IOException {
        String name = DeploymentWords.name(call.variable());
        String version = DeploymentWords.version(call.query(Set.of(Entry.VERSION)));
        if (version == null) {
            throw Problem.badRequest(
                    "Name the version that retires and is to be active again: version=1. Another archive comes with"
                            + " PUT");
        }
        try {
            operations.begin(name, call.caller().name(), 0);
            try {
                deployments.versions().makeActive(name, call.caller().name(), version);
            } finally {
                operations.end(name);
            }
        } catch (ChangeException e) {
            throw Refusals.of(e);
        }
        return shown(200, name);
    }

    private Answer delete(Call call) throws Problem, IOException {
        String version = DeploymentWords.version(call.query(Set.of(Entry.VERSION)));
        String name = DeploymentWords.name(call.variable());
        try {
            operations.begin(name, call.caller().name(), 0);
            try {
                if (version == null
                        || !deployments.versions().undeploy(name, call.caller().name(), version)) {
                    deployments.undeploy(name, call.caller().name());
                }
            } finally {
                operations.end(name);
            }
        } catch (ChangeException e) {
            throw Refusals.of(e);
        }
        return Answer.empty(204);
    }

    private Answer set(Call call, boolean run) throws Problem, IOException {
        call.query(Set.of());
        String name = DeploymentWords.name(call.variable());
        try {
            operations.begin(name, call.caller().name(), 0);
            Map<String, String> failed;
            try {
                failed = deployments.set(name, call.caller().name(), run);
            } finally {
                operations.end(name);
            }
            if (!failed.isEmpty()) {
                List<String> causes = new ArrayList<>();
                failed.forEach((server, why) -> causes.add(server + ": " + why));
                throw Problem.notDone(
                        422, "Not started", "Application '" + name + "' failed to start on some servers", causes);
            }
        } catch (ChangeException e) {
            throw Refusals.of(e);
        }
        return shown(200, name);
    }
}
