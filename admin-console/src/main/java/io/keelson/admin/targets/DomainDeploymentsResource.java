package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.PlainJson;
import io.keelson.admin.change.Refusals;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Role;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.admin.rolling.Admission;
import io.keelson.deploy.VersionedName;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.http.FileBody;
import io.keelson.http.HttpExchange;
import io.keelson.http.RequestBody;
import io.keelson.http.ResponseWriter;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The domain's applications: {@code domain/deployments}, and their archives for its servers. Thread-safe. */
final class DomainDeploymentsResource {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
    private static final Pattern CONTEXT_ROOT = Pattern.compile("/|(/[A-Za-z0-9._~!$&'()*+,=:@-]+)+");
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d{1,18})-");
    private static final int MOST_JSON = 256 * 1024;
    private static final Schema MODES = Schema.choice("stage", "nostage", "external-stage");

    /** The version beside the one that has the new clients. */
    private static final Schema OTHER = Schema.object()
            .maybe("version", Schema.TEXT)
            .with("archive", Schema.TEXT)
            .with("digest", Schema.TEXT)
            .maybe("path", Schema.TEXT)
            .maybe("planned", Schema.TRUTH)
            .maybe("until", Schema.TEXT)
            .with(
                    "servers",
                    Schema.list(ApplicationsResource.progress(Schema.object()
                            .with("server", Schema.TEXT)
                            .with("state", Schema.TEXT)
                            .maybe("users", Schema.INTEGER)
                            .maybe("context-root", Schema.TEXT)
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

    private static final String RETIRE_TIMEOUT = "retire-timeout";
    private static final int MOST_RETIRE_SECONDS = 31_536_000;

    private static final Set<String> QUERY =
            Set.of("targets", "stage-mode", "context-root", "file", PlanInBody.LENGTH, Entry.VERSION, RETIRE_TIMEOUT);

    private static final String ROLLING = "rolling";

    private final DomainDeployments deployments;
    private final OperationsUnderWay operations;
    private final DomainApplications applications;
    private final ArchiveStore archives;
    private final long mostBytes;
    private final Admission admission;

    /**
     * The resource.
     *
     * @param mostBytes the largest archive
     * @param admission says whether a rolling redeployment could begin
     */
    DomainDeploymentsResource(
            DomainDeployments deployments,
            OperationsUnderWay operations,
            DomainApplications applications,
            ArchiveStore archives,
            long mostBytes,
            Admission admission) {
        this.deployments = deployments;
        this.operations = operations;
        this.applications = applications;
        this.archives = archives;
        this.mostBytes = mostBytes;
        this.admission = admission;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "domain/deployments", Role.MONITOR, this::list)
                        .says("lists the applications of the domain, and how they stand on its servers")
                        .answers(200, Schema.object("deployments", Schema.list(APPLICATION))),
                deployed(Route.of("POST", "domain/deployments", Role.DEPLOYER, this::post))
                        .says("deploys an archive to servers and clusters, on all of them or on none")
                        .query("name", Schema.TEXT)
                        .answers(201, APPLICATION),
                Route.of("GET", "domain/deployments/*", Role.MONITOR, this::get)
                        .says("shows an application of the domain, and how far an operation on it is")
                        .answers(200, APPLICATION),
                deployed(Route.of("PUT", "domain/deployments/*", Role.DEPLOYER, this::put))
                        .says(
                                "replaces an application of the domain on all its servers; with another version: brings that beside the"
                                        + " active one, which retires; rolling: puts the version there for a rolling"
                                        + " redeployment")
                        .query(ROLLING, Schema.TRUTH)
                        .answers(200, APPLICATION),
                Route.of("DELETE", "domain/deployments/*", Role.DEPLOYER, this::delete)
                        .says(
                                "stops an application of the domain and removes it from all its servers: all versions of it, or the"
                                        + " one that is asked for")
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
                        .answers(200, APPLICATION),
                Route.of("GET", "domain/archives/*", Role.ADMIN, this::archive)
                        .says("sends an archive to a server of the domain")
                        .query("file", Schema.TEXT)
                        .answers(200, "application/octet-stream", Schema.ANY)
                        .answers(206, "application/octet-stream", Schema.ANY));
    }

    private static Route deployed(Route route) {
        return route.query("targets", Schema.TEXT)
                .query("stage-mode", MODES)
                .query("context-root", Schema.TEXT)
                .query("file", Schema.TEXT)
                .query(Entry.VERSION, Schema.TEXT)
                .query(RETIRE_TIMEOUT, Schema.INTEGER)
                .query(PlanInBody.LENGTH, Schema.INTEGER)
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
        return shown(200, name(call.variable()));
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
        String name = name(Optional.ofNullable(query.get("name"))
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
        return deploy(call, name(call.variable()), query, false);
    }

    private Answer deploy(Call call, String name, Map<String, String> query, boolean isNew)
            throws Problem, IOException {
        List<String> targets = targets(query.get("targets"));
        StageMode mode = mode(query.get("stage-mode"));
        String root = contextRoot(query.get("context-root"));
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
        Wanted.Release release = new Wanted.Release(version(query), retireTimeout(query.get(RETIRE_TIMEOUT)));
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
                    release);
        }
        Path path = inJson ? path(json) : null;
        String file = query.get("file");
        String archive = file != null ? file : path != null ? String.valueOf(path.getFileName()) : name + ".war";
        if (!ArchiveStore.FILE.matcher(archive).matches()) {
            throw Problem.badRequest("An archive's file has letters, digits, dot, hyphen and underscore in its name, at"
                    + " most 120, and does not begin with a dot: '" + archive + "'; say another with file=");
        }
        ArchiveStore.Stored stored;
        if (path == null) {
            stored = upload(call, name, archive);
        } else if (mode == StageMode.NOSTAGE || mode == StageMode.EXTERNAL_STAGE) {
            stored = ArchiveStore.describe(path, archive);
        } else {
            stored = Files.isDirectory(path) ? pack(name, path, archive) : copy(name, path, archive);
        }
        return new Wanted(stored, targets, mode, path, root, plan, call.flag(query, ROLLING), release);
    }

    private static Path path(JsonObject json) throws Problem {
        if (!(json.get("path") instanceof JsonString text)) {
            throw Problem.badRequest("Send {\"path\": \"/...\"}, or the archive itself");
        }
        try {
            Path path = Path.of(text.getString());
            if (!path.isAbsolute() || !Files.isRegularFile(path) && !Files.isDirectory(path)) {
                throw Problem.badRequest(
                        "The path is not that of a file or a directory on the admin server's machine: " + path);
            }
            return path.normalize();
        } catch (InvalidPathException e) {
            throw Problem.badRequest("The path is not one: " + e.getReason());
        }
    }

    /** What bytes come from. */
    private interface Input {
        int read(byte[] buffer) throws IOException;
    }

    private ArchiveStore.Stored upload(Call call, String name, String file) throws Problem, IOException {
        RequestBody body = call.exchange().body();
        if (body.length() > mostBytes) {
            throw tooLarge();
        }
        body.limit(mostBytes);
        return take(name, file, buffer -> body.read(buffer, 0, buffer.length));
    }

    private ArchiveStore.Stored copy(String name, Path path, String file) throws Problem, IOException {
        try (var in = Files.newInputStream(path)) {
            return take(name, file, in::read);
        }
    }

    /** Makes an archive of a directory, which targets get as any other. */
    private ArchiveStore.Stored pack(String name, Path directory, String file) throws Problem, IOException {
        ArchiveStore.Incoming incoming;
        try {
            incoming = archives.begin();
        } catch (IOException e) {
            throw notKept(name, e);
        }
        try (incoming) {
            Packing packing = new Packing(name, incoming);
            try {
                ExplodedArchive.pack(directory, packing);
            } catch (IOException e) {
                if (packing.failure != null) {
                    throw packing.failure;
                }
                throw Problem.badRequest("The directory " + directory + " cannot be read whole: " + e);
            }
            try {
                return incoming.keep(file);
            } catch (IOException e) {
                throw notKept(name, e);
            }
        }
    }

    /** Where a directory is packed to. Confined to one thread. */
    private final class Packing extends OutputStream {
        private final String name;
        private final ArchiveStore.Incoming incoming;
        /** Why it cannot go on, where that is not the directory's fault. */
        private @Nullable Problem failure;

        Packing(String name, ArchiveStore.Incoming incoming) {
            this.name = name;
            this.incoming = incoming;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                incoming.write(offset == 0 ? bytes : Arrays.copyOfRange(bytes, offset, offset + length), length);
            } catch (IOException e) {
                failure = notKept(name, e);
                throw e;
            }
            if (incoming.bytes() > mostBytes) {
                failure = tooLarge();
                throw new IOException("the archive becomes too large");
            }
            operations.received(name, incoming.bytes());
        }
    }

    /** Takes an archive in; what breaks off leaves nothing. The disk's failures are told from the client's. */
    private ArchiveStore.Stored take(String name, String file, Input input) throws Problem, IOException {
        ArchiveStore.Incoming incoming;
        try {
            incoming = archives.begin();
        } catch (IOException e) {
            throw notKept(name, e);
        }
        try (incoming) {
            byte[] buffer = new byte[64 * 1024];
            for (int n = input.read(buffer); n >= 0; n = input.read(buffer)) {
                try {
                    incoming.write(buffer, n);
                } catch (IOException e) {
                    throw notKept(name, e);
                }
                if (incoming.bytes() > mostBytes) {
                    throw tooLarge();
                }
                operations.received(name, incoming.bytes());
            }
            if (incoming.bytes() == 0) {
                throw Problem.badRequest("The body is empty; send the archive as the body");
            }
            try {
                return incoming.keep(file);
            } catch (IOException e) {
                throw notKept(name, e);
            }
        }
    }

    private static Problem notKept(String name, IOException e) {
        return Problem.notDone(
                507,
                "Insufficient storage",
                "The archive of application '" + name + "' cannot be kept on the admin server: " + e
                        + "; look at the disk's space and rights. Nothing was changed",
                List.of());
    }

    private Problem tooLarge() {
        return Problem.notDone(
                413,
                "Content too large",
                "An archive has at most " + mostBytes + " bytes; see management.upload-maximum-size",
                List.of());
    }

    private static @Nullable String version(Map<String, String> query) throws Problem {
        String version = query.get(Entry.VERSION);
        if (version != null && !VersionedName.isVersion(version)) {
            throw Problem.badRequest(
                    "A version has letters, digits, dot (not first), hyphen and underscore, at most 100 characters");
        }
        return version;
    }

    private static @Nullable Duration retireTimeout(@Nullable String text) throws Problem {
        try {
            int seconds = text == null ? 0 : Integer.parseInt(text);
            if (seconds < 0 || seconds > MOST_RETIRE_SECONDS) {
                throw new NumberFormatException("out of range");
            }
            return text == null ? null : Duration.ofSeconds(seconds);
        } catch (NumberFormatException e) {
            throw Problem.badRequest("retire-timeout is a number of seconds from 0 to " + MOST_RETIRE_SECONDS);
        }
    }

    private Answer redeploy(Call call) throws Problem, IOException {
        String name = name(call.variable());
        String version = version(call.query(Set.of(Entry.VERSION)));
        if (version == null) {
            throw Problem.badRequest(
                    "Name the version that retires and is to be active again: version=1. Another archive comes with PUT");
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
        String version = version(call.query(Set.of(Entry.VERSION)));
        String name = name(call.variable());
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
        String name = name(call.variable());
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

    private Answer archive(Call call) throws Problem, IOException {
        String named = call.query(Set.of("file")).getOrDefault("file", "");
        Path file = archives.find(call.variable(), named)
                .orElseThrow(() -> Problem.notFound(
                        "The admin server does not have the archive " + named + " with that SHA-256 any more"));
        HttpExchange exchange = call.exchange();
        long size = Files.size(file);
        long from = from(exchange, size);
        ResponseWriter response = exchange.response();
        response.status(from == 0 ? 200 : 206);
        response.headers().set("Content-Type", "application/octet-stream");
        response.headers().set("Cache-Control", "no-store");
        response.headers().set("X-Content-Type-Options", "nosniff");
        response.headers().set("Content-Length", Long.toString(size - from));
        if (from > 0) {
            response.headers().set("Content-Range", "bytes " + from + "-" + (size - 1) + "/" + size);
        }
        if (exchange.request().method().equals("HEAD")) {
            response.complete();
            return Answer.TAKEN;
        }
        try (FileBody body = response.openFile(file)) {
            response.writeFile(body, from, size - from, true);
        }
        return Answer.TAKEN;
    }

    private static long from(HttpExchange exchange, long size) throws Problem {
        String range = exchange.request().headers().get("Range");
        Matcher asked = RANGE.matcher(range == null ? "" : range);
        if (!asked.matches()) {
            return 0; // as if it were not there (RFC 9110, 14.2)
        }
        long from = Long.parseLong(asked.group(1));
        if (from >= size) {
            throw Problem.notDone(416, "Range not satisfiable", "The archive has " + size + " bytes", List.of());
        }
        return from;
    }

    private static String name(String name) throws Problem {
        if (!NAME.matcher(name).matches()) {
            throw Problem.badRequest(
                    "An application's name has letters, digits, dot, hyphen and underscore, at most 100"
                            + " characters, and does not begin with a dot");
        }
        return name;
    }

    private static List<String> targets(@Nullable String text) throws Problem {
        List<String> targets = text == null || text.isEmpty() ? List.of() : List.of(text.split(",", -1));
        if (targets.stream().anyMatch(String::isBlank) || Set.copyOf(targets).size() < targets.size()) {
            throw Problem.badRequest(
                    "targets are names of servers and clusters, each once: targets=cluster-1,server-9");
        }
        return targets;
    }

    private static @Nullable StageMode mode(@Nullable String text) throws Problem {
        if (text == null) {
            return null;
        }
        for (StageMode mode : StageMode.values()) {
            if (mode.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(text)) {
                return mode;
            }
        }
        throw Problem.badRequest("The stage mode is stage, nostage or external-stage");
    }

    private static @Nullable String contextRoot(@Nullable String root) throws Problem {
        if (root != null
                && (!CONTEXT_ROOT.matcher(root).matches()
                        || root.length() > 200
                        || List.of(root.split("/")).contains(".."))) {
            throw Problem.badRequest("A context root is / or as /shop, without a slash at its end");
        }
        return root;
    }
}
