package io.keelson.admin;

import io.keelson.admin.change.PlainJson;
import io.keelson.admin.rest.Answer;
import io.keelson.admin.rest.Call;
import io.keelson.admin.rest.Problem;
import io.keelson.admin.rest.Route;
import io.keelson.admin.rest.Schema;
import io.keelson.admin.targets.PlanInBody;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.Release;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.http.RequestBody;
import io.keelson.kernel.management.Role;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The applications of the server: {@code /management/v1/deployments}. Thread-safe. */
final class DeploymentsResource {
    private static final Schema APPLICATION = Schema.object()
            .with("name", Schema.TEXT)
            .maybe("version", Schema.TEXT)
            .with("state", Schema.TEXT)
            .with("context-root", Schema.orNull(Schema.TEXT))
            .with("source", Schema.TEXT)
            .with("deployed", Schema.orNull(Schema.TEXT))
            .maybe("failure", Schema.TEXT)
            .maybe("clients", Schema.list(Schema.TEXT))
            .maybe("out-of-service", Schema.list(Schema.TEXT))
            .maybe("plan", Schema.TEXT)
            .maybe("plan-changes", PlanInBody.CHANGES);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");
    private static final Pattern CONTEXT_ROOT = Pattern.compile("/|(/[A-Za-z0-9._~!$&'()*+,=:@-]+)+");
    /** The last is what curl --data-binary says of any file. */
    private static final Set<String> ARCHIVES = Set.of(
            "application/octet-stream",
            "application/zip",
            "application/java-archive",
            "application/x-zip-compressed",
            "application/x-java-archive",
            "application/vnd.apache.tomcat.war",
            "application/x-www-form-urlencoded");

    private static final String RETIRE_TIMEOUT = "retire-timeout";
    private static final int MOST_RETIRE_SECONDS = 31_536_000;
    private static final int MOST_JSON = 256 * 1024;
    private static final String UPLOAD = "upload-";

    private final Deployer deployer;
    private final Path temporary;
    private final Pattern uploaded;
    private final long mostBytes;

    /**
     * The resource.
     *
     * @param temporary where uploads are kept until they are deployed
     * @param mostBytes the largest archive
     */
    DeploymentsResource(Deployer deployer, Path temporary, long mostBytes) {
        this.deployer = deployer;
        this.temporary = temporary;
        this.uploaded = Pattern.compile(Pattern.quote(temporary.resolve(UPLOAD).toString()) + "\\d+\\.war");
        this.mostBytes = mostBytes;
    }

    List<Route> routes() {
        return List.of(
                Route.of("GET", "deployments", Role.MONITOR, this::list)
                        .says("lists the applications")
                        .answers(200, Schema.object("deployments", Schema.list(APPLICATION))),
                Route.of("GET", "deployments/*", Role.MONITOR, this::get)
                        .says("shows an application; of several versions the active one, or the one that is asked for")
                        .query("version", Schema.TEXT)
                        .answers(200, APPLICATION),
                Route.of("PUT", "deployments/*", Role.DEPLOYER, this::put)
                        .says(
                                "deploys the archive in the body: replaces the application of that name, or, with another "
                                        + "version, comes beside"
                                        + " the one that is active, which retires")
                        .query("context-root", Schema.TEXT)
                        .query("version", Schema.TEXT)
                        .query("retire-timeout", Schema.whole(0, MOST_RETIRE_SECONDS))
                        .query(PlanInBody.LENGTH, PlanInBody.BYTES)
                        .takes("application/octet-stream", Schema.ANY)
                        .takes(Schema.object().maybe("path", Schema.TEXT).maybe("plan", Schema.TEXT))
                        .answers(200, APPLICATION)
                        .answers(201, APPLICATION),
                Route.of("DELETE", "deployments/*", Role.DEPLOYER, this::delete)
                        .says("stops and removes an application: all versions of it, or the one that is asked for")
                        .query("version", Schema.TEXT)
                        .answers(204),
                Route.of("POST", "deployments/*/redeploy", Role.DEPLOYER, this::redeploy)
                        .says("deploys an application again from its archive; with a version that retires: makes that "
                                + "active again as it is")
                        .query("version", Schema.TEXT)
                        .answers(200, APPLICATION),
                Route.of("POST", "deployments/*/explanation", Role.DEPLOYER, this::explain)
                        .says(
                                "explains the archive in the body without deploying it: what it uses and who serves that, "
                                        + "what is missing or would be"
                                        + " converted, which descriptors of other servers count")
                        .query("context-root", Schema.TEXT)
                        .query(PlanInBody.LENGTH, PlanInBody.BYTES)
                        .takes("application/octet-stream", Schema.ANY)
                        .takes(Schema.object().with("path", Schema.TEXT).maybe("plan", Schema.TEXT))
                        .answers(200, ExplanationJson.EXPLANATION));
    }

    /** Removes what a server that was killed had not finished uploading. */
    void tidy() throws IOException {
        Files.createDirectories(temporary);
        try (var left = Files.newDirectoryStream(temporary, UPLOAD + "*")) {
            for (Path file : left) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Answer list(Call call) throws Problem {
        call.query(Set.of());
        JsonArrayBuilder array = Answer.JSON.createArrayBuilder();
        deployer.applications().forEach(application -> array.add(json(application)));
        return Answer.json(
                200, Answer.JSON.createObjectBuilder().add("deployments", array).build());
    }

    private Answer get(Call call) throws Problem {
        String version = call.query(Set.of("version")).get("version");
        return Answer.json(200, whole(existing(name(call), version)));
    }

    /** With its deployment plan, and what that has changed. */
    private JsonObject whole(Application application) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder(json(application));
        boolean active = deployer.application(application.name()).equals(Optional.of(application));
        String plan = active ? deployer.plan(application.name()) : "";
        if (!plan.isEmpty()) {
            json.add("plan", plan)
                    .add("plan-changes", PlainJson.value(PlanInBody.changes(deployer.planChanges(application.name()))));
        }
        return json.build();
    }

    private Answer put(Call call) throws Problem, IOException {
        String name = name(call);
        Map<String, String> query = call.query(Set.of("context-root", "version", RETIRE_TIMEOUT, PlanInBody.LENGTH));
        String contextRoot = contextRoot(query);
        Release release = new Release(query.get("version"), retireTimeout(query));
        // What never came to be deployed is listed with its failure, but this creates it.
        boolean isNew = deployer.application(name).map(Application::deployed).isEmpty();
        Application application;
        String type = call.contentType().orElse("application/octet-stream");
        if (type.equals("application/json")) {
            JsonObject json = call.json(MOST_JSON);
            String plan = PlanInBody.read(json);
            application = plan != null && !json.containsKey("path") && !isNew && release.version() == null
                    ? redeploy(name, plan)
                    : deploy(name, directory(json), contextRoot, plan, release);
        } else if (ARCHIVES.contains(type)) {
            String plan = PlanInBody.read(call, query);
            Path archive = upload(call, name);
            try {
                application = deploy(name, archive, contextRoot, plan, release);
            } finally {
                Files.deleteIfExists(archive);
            }
        } else {
            throw unsupported(type);
        }
        Answer answer = Answer.json(isNew ? 201 : 200, whole(application));
        return isNew ? answer.with(Map.of("Location", "/management/v1/deployments/" + name)) : answer;
    }

    private Answer explain(Call call) throws Problem, IOException {
        String name = name(call);
        Map<String, String> query = call.query(Set.of("context-root", PlanInBody.LENGTH));
        String contextRoot = contextRoot(query);
        String type = call.contentType().orElse("application/octet-stream");
        if (type.equals("application/json")) {
            JsonObject json = call.json(MOST_JSON);
            return explained(name, directory(json), contextRoot, PlanInBody.read(json));
        }
        if (!ARCHIVES.contains(type)) {
            throw unsupported(type);
        }
        String plan = PlanInBody.read(call, query);
        Path archive = upload(call, name);
        try {
            return explained(name, archive, contextRoot, plan);
        } finally {
            Files.deleteIfExists(archive);
        }
    }

    private Answer explained(String name, Path archive, @Nullable String contextRoot, @Nullable String plan)
            throws Problem {
        try {
            return Answer.json(
                    200, ExplanationJson.of(deployer.explain(name, archive, contextRoot, plan == null ? "" : plan)));
        } catch (DeploymentException e) {
            throw failed("explained", name, e);
        }
    }

    private static Problem unsupported(String type) {
        return Problem.unsupportedMediaType(
                "Send the archive itself as application/octet-stream, or {\"path\": \"...\"} as application/json for a"
                        + " directory of the server's machine; not " + type);
    }

    private Answer redeploy(Call call) throws Problem {
        String version = call.query(Set.of("version")).get("version");
        Application application = existing(name(call), version);
        return Answer.json(
                200,
                whole(
                        application.state() == State.RETIRING
                                ? takeBack(application.name(), Objects.requireNonNull(version))
                                : redeploy(application.name(), null)));
    }

    private Application takeBack(String name, String version) throws Problem {
        try {
            return deployer.redeployVersion(name, version);
        } catch (DeploymentException e) {
            throw failed("redeployed", name, e);
        }
    }

    private Application redeploy(String name, @Nullable String plan) throws Problem {
        try {
            return plan == null ? deployer.redeploy(name) : deployer.redeploy(name, plan);
        } catch (DeploymentException e) {
            throw failed("redeployed", name, e);
        }
    }

    private Answer delete(Call call) throws Problem {
        String version = call.query(Set.of("version")).get("version");
        String name = existing(name(call), version).name();
        try {
            if (version == null) {
                deployer.undeploy(name);
            } else {
                deployer.undeploy(name, version);
            }
        } catch (DeploymentException e) {
            existing(name, version); // another request may have removed it in the meantime
            throw failed("undeployed", name, e);
        }
        return Answer.empty(204);
    }

    private Application deploy(
            String name, Path archive, @Nullable String contextRoot, @Nullable String plan, Release release)
            throws Problem {
        try {
            return deployer.deploy(name, archive, contextRoot, plan, release);
        } catch (DeploymentException e) {
            throw failed("deployed", name, e);
        }
    }

    /** Keeps the body in a file; leaves none behind when it breaks off. */
    private Path upload(Call call, String name) throws Problem, IOException {
        RequestBody body = call.exchange().body();
        if (body.length() > mostBytes) {
            throw tooLarge();
        }
        body.limit(mostBytes);
        Path file = uploadFile(name);
        boolean whole = false;
        try (OutputStream out = Files.newOutputStream(file)) {
            if (copy(name, body, out) == 0) {
                throw Problem.badRequest("The archive is empty: it has 0 bytes; send the archive itself as the body");
            }
            whole = true;
        } catch (IOException e) {
            AdminLog.LOG.uploadBroken(name, call.client(), String.valueOf(e.getMessage()));
            throw e;
        } finally {
            if (!whole) {
                Files.deleteIfExists(file);
            }
        }
        return file;
    }

    private Path uploadFile(String name) throws Problem {
        try {
            Files.createDirectories(temporary);
            return Files.createTempFile(temporary, UPLOAD, ".war");
        } catch (IOException e) {
            throw notKept(name, e);
        }
    }

    private long copy(String name, RequestBody body, OutputStream out) throws IOException, Problem {
        byte[] buffer = new byte[64 * 1024];
        long total = 0;
        for (int n = body.read(buffer, 0, buffer.length); n >= 0; n = body.read(buffer, 0, buffer.length)) {
            total += n;
            if (total > mostBytes) {
                throw tooLarge();
            }
            try {
                out.write(buffer, 0, n);
            } catch (IOException e) {
                throw notKept(name, e);
            }
        }
        return total;
    }

    /** The disk is at fault, not the client. */
    private Problem notKept(String name, IOException e) {
        AdminLog.LOG.uploadNotKept(name, temporary.toString(), e.toString());
        return Problem.notDone(
                507,
                "Insufficient storage",
                "The archive of application '" + name + "' cannot be kept in " + temporary + ": " + e
                        + "; look at the disk's space and rights",
                List.of());
    }

    private Problem tooLarge() {
        return Problem.notDone(
                413,
                "Content too large",
                "An archive has at most " + mostBytes + " bytes; see management.upload-maximum-size",
                List.of());
    }

    /** The directory of an exploded archive, which the server uses where it is. */
    private static Path directory(JsonObject json) throws Problem {
        if (!Set.of("path", "plan").containsAll(json.keySet()) || !(json.get("path") instanceof JsonString path)) {
            throw Problem.badRequest("Send {\"path\": \"...\"} with the directory of an exploded archive");
        }
        try {
            Path directory = Path.of(path.getString());
            if (!directory.isAbsolute() || !Files.isDirectory(directory)) {
                throw Problem.badRequest("The path is not that of a directory on the server's machine");
            }
            return directory;
        } catch (InvalidPathException e) {
            throw Problem.badRequest("The path is not one: " + e.getReason());
        }
    }

    private static String name(Call call) throws Problem {
        String name = call.variable();
        if (!NAME.matcher(name).matches()) {
            throw Problem.badRequest(
                    "An application's name has letters, digits, dot, hyphen and underscore, at most 100"
                            + " characters, and does not begin with a dot");
        }
        return name;
    }

    private static @Nullable String contextRoot(Map<String, String> query) throws Problem {
        String root = query.get("context-root");
        if (root != null
                && (root.length() > 200 // first: the pattern recurses with each step of the path
                        || !CONTEXT_ROOT.matcher(root).matches()
                        || List.of(root.split("/")).contains(".."))) {
            throw Problem.badRequest(
                    "A context root is / or a path such as /shop: at most 200 characters, letters and digits of ASCII"
                            + " and ._~!$&'()*+,=:@-, without a slash at its end");
        }
        return root;
    }

    /** Nobody waits a year for a version to retire. */
    private static @Nullable Duration retireTimeout(Map<String, String> query) throws Problem {
        String seconds = query.get(RETIRE_TIMEOUT);
        if (seconds == null) {
            return null;
        }
        if (!seconds.matches("[0-9]{1,8}") || Integer.parseInt(seconds) > MOST_RETIRE_SECONDS) {
            throw Problem.badRequest("retire-timeout is a number of seconds, at most " + MOST_RETIRE_SECONDS);
        }
        return Duration.ofSeconds(Integer.parseInt(seconds));
    }

    private Application existing(String name, @Nullable String version) throws Problem {
        Application active = existing(name);
        return version == null
                ? active
                : deployer.application(name, version)
                        .orElseThrow(() ->
                                Problem.notFound("The application '" + name + "' has no version '" + version + "'"));
    }

    private Application existing(String name) throws Problem {
        return deployer.application(name).orElseThrow(() -> {
            List<String> there =
                    deployer.applications().stream().map(Application::name).toList();
            return Problem.notFound("There is no application '" + name + "'; "
                    + (there.isEmpty() ? "none is deployed" : "deployed are: " + String.join(", ", there)));
        });
    }

    private Problem failed(String what, String name, DeploymentException e) {
        List<String> causes = new ArrayList<>();
        for (Throwable cause = e.getCause(); cause != null && causes.size() < 10; cause = cause.getCause()) {
            String message = cause.getMessage();
            causes.add(cause.getClass().getName() + (message == null ? "" : ": " + told(message)));
        }
        return Problem.notDone(
                e.isOfStorage() ? 507 : 422,
                e.isOfStorage() ? "Insufficient storage" : "Not " + what,
                "Application '" + name + "' could not be " + what + ": " + told(String.valueOf(e.getMessage()))
                        + left(name, String.valueOf(e.getMessage())),
                causes);
    }

    /** Says what is left of an application that has never served, as another sentence; empty where the one before it serves on. */
    private String left(String name, String before) {
        boolean failed = deployer.application(name)
                .filter(application -> application.state() == State.FAILED)
                .isPresent();
        return failed
                ? (before.matches("(?s).*[.?!]\\s*") ? " " : ". ")
                        + "It is listed as FAILED: repair it and deploy it again, or remove it with 'keelson undeploy "
                        + name
                        + "'"
                : "";
    }

    /** Clients do not know the name of the temporary file that their upload was kept in, which is gone by now. */
    private String told(String text) {
        return uploaded.matcher(text).replaceAll("that was uploaded");
    }

    private JsonObject json(Application application) {
        JsonObjectBuilder json = Answer.JSON.createObjectBuilder().add("name", application.name());
        if (application.version() != null) {
            json.add("version", application.version());
        }
        json.add("state", application.state().name());
        if (application.contextRoot() != null) {
            json.add("context-root", application.contextRoot());
        } else {
            json.addNull("context-root");
        }
        String source = application.source();
        json.add("source", uploaded.matcher(source).matches() ? "upload" : source);
        if (application.deployed() != null) {
            json.add("deployed", application.deployed().toString());
        } else {
            json.addNull("deployed");
        }
        if (application.failure() != null) {
            json.add("failure", told(application.failure()));
        }
        if (!application.clients().isEmpty()) {
            json.add("clients", Answer.JSON.createArrayBuilder(application.clients()));
        }
        if (!application.outOfService().isEmpty()) {
            json.add("out-of-service", Answer.JSON.createArrayBuilder(application.outOfService()));
        }
        return json.build();
    }
}
