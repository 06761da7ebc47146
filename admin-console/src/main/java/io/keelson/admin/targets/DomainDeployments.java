package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.ChangeException.Kind;
import io.keelson.admin.change.PlainJson;
import io.keelson.admin.domain.DomainDirectory;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.admin.events.Events;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.VersionedName;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The operations on the domain's applications, on the admin server: each is a revision. Thread-safe; one operation on one application
 * at a time, which {@code running} sees to.
 */
final class DomainDeployments {
    private static final int LOOK_MILLIS = 2_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long PATIENCE_NANOS = Duration.ofMinutes(5).toNanos();
    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();
    private static final int KEPT_REVISIONS = 20;
    /** The version beside the active one. */
    private static final String OTHER = "other";

    private final ChangeCentre centre;
    private final DomainDirectory domain;
    private final ArchiveStore archives;
    private final TargetGroundwork groundwork;
    private final ServerCalls calls;
    private final Events events;
    private final Ticker ticker;
    private final Map<String, Operation> running = new ConcurrentHashMap<>();
    private final VersionOperations versions;

    DomainDeployments(
            ChangeCentre centre,
            DomainDirectory domain,
            ArchiveStore archives,
            TargetGroundwork groundwork,
            ServerCalls calls,
            Events events,
            Ticker ticker) {
        this.centre = centre;
        this.domain = domain;
        this.archives = archives;
        this.groundwork = groundwork;
        this.calls = calls;
        this.events = events;
        this.ticker = ticker;
        versions = new VersionOperations(this, centre, ticker);
    }

    /** What is done with versions side by side. */
    VersionOperations versions() {
        return versions;
    }

    /**
     * An operation that is under way.
     *
     * @param step receiving, staging or starting
     * @param bytes those of the upload that have come
     * @param of how many there will be; -1 where that is not known
     */
    record Operation(String step, String by, long bytes, long of) {}

    /**
     * What is to be deployed.
     *
     * @param targets empty: those that it has
     * @param contextRoot null: that which it has
     * @param mode null: that which it has
     * @param path with nostage: where the archive is
     * @param plan the text of its deployment plan; empty for none; null for that which it has
     * @param rolling whether no server is to have it yet: a rolling redeployment brings it to them
     * @param release which version it is, and how long the one before it serves its sessions on
     */
    record Wanted(
            ArchiveStore.Stored archive,
            List<String> targets,
            @Nullable StageMode mode,
            @Nullable Path path,
            @Nullable String contextRoot,
            @Nullable String plan,
            boolean rolling,
            Release release) {}

    /**
     * A version, and what becomes of the one before it.
     *
     * @param version null: it comes in the place of the active one, under its version
     * @param retireTimeout how long the other one serves its sessions on at most; null: until the last has ended
     */
    record Release(@Nullable String version, @Nullable Duration retireTimeout) {}

    /** Takes the name for an operation, until {@link #end}. */
    void begin(String name, String by, long of) throws ChangeException {
        Operation other = running.putIfAbsent(name, new Operation("receiving", by, 0, of));
        if (other != null) {
            throw new ChangeException(
                    Kind.BUSY,
                    "Application '" + name + "' is being deployed, started or stopped by " + other.by()
                            + "; wait until that has ended");
        }
        tell(name, "receiving");
    }

    /** Says how many bytes of an upload have come. */
    void received(String name, long bytes) {
        running.computeIfPresent(name, (same, now) -> new Operation(now.step(), now.by(), bytes, now.of()));
    }

    /** Gives the name free. */
    void end(String name) {
        running.remove(name);
        tell(name, "ended");
    }

    void step(String name, String step) {
        running.computeIfPresent(name, (same, now) -> new Operation(step, now.by(), now.bytes(), now.of()));
        tell(name, step);
    }

    private void tell(String name, String step) {
        events.publish(Events.DEPLOYMENT, PlainJson.object(PlainJson.ordered("name", name, "step", step)));
    }

    /** What deployment has written of an application; empty where it is none of the domain's. */
    Map<String, Object> entry(String name) throws IOException {
        DomainConfiguration decided = centre.decided();
        return Entry.of(decided.model(), decided.file(), name);
    }

    // ---- operations ------------------------------------------------------------------------------------------------

    /** Deploys an application, or replaces it; {@link #begin} has been called. Takes it back where it fails to start. */
    void deploy(String name, String author, Wanted wanted, boolean isNew) throws ChangeException, IOException {
        Map<String, Object> before = entry(name);
        if (isNew && before.containsKey("targets")) {
            throw new ChangeException(
                    Kind.EXISTS,
                    "The domain has an application '" + name + "' already; redeploy it, or choose another name");
        }
        settled(name, before, wanted.rolling());
        Map<String, Object> values = versions.inPlace(name, wanted, before, values(wanted, before));
        step(name, "staging");
        archives.sweep(texts());
        if (wanted.rolling()) {
            putBeside(name, author, before, values);
            return;
        }
        if (VersionOperations.comesBeside(wanted, before)) {
            versions.deploy(name, author, wanted, before, values);
            return;
        }
        String verb = before.containsKey("targets") ? "Redeployed " : "Deployed ";
        centre.change(
                author,
                verb + name + " to " + String.join(", ", strings(values.get("targets"))) + ".",
                file -> Entry.write(file, name, values));
        step(name, "starting");
        Map<String, String> failed = await(name, "FAILED", false);
        if (!failed.isEmpty()) {
            takeBack(name, author, before, failed, null);
        }
    }

    /** Every server rehearses the version; none has it before a rolling redeployment comes to it. */
    private void putBeside(String name, String author, Map<String, Object> before, Map<String, Object> values)
            throws ChangeException, IOException {
        if (!before.containsKey("targets")
                || !before.get("targets").equals(values.get("targets"))
                || !Objects.equals(before.get("context-root"), values.get("context-root"))
                || !Objects.equals(before.get("stage-mode"), values.get("stage-mode"))) {
            throw new ChangeException(
                    Kind.WRONG,
                    "A rolling redeployment brings an application that is there another archive or plan; its targets, stage"
                            + " mode and context root stay. Redeploy it without 'rolling' to change these");
        }
        centre.change(
                author,
                "The next version of " + name + ", for a rolling redeployment.",
                file -> Entry.write(file, name, Entry.coming(before, values)));
    }

    /**
     * The targets of an application that another version is to come to server by server; refuses where one is on its way.
     */
    List<String> settledTargets(String name) throws ChangeException, IOException {
        Map<String, Object> now = existing(name);
        settled(name, now, true);
        return strings(now.get("targets"));
    }

    /** Refuses what would get in the way of a rolling redeployment; another version may be put in the place of one that nobody has. */
    private static void settled(String name, Map<String, Object> before, boolean rolling) throws ChangeException {
        if (rolling && before.containsKey(Entry.OTHER_DIGEST)) {
            throw new ChangeException(
                    Kind.LOCK,
                    "Application '" + name
                            + "' has two versions side by side; it can be redeployed server by server when there is one");
        }
        if (before.containsKey(Entry.NEXT_DIGEST)
                && !(rolling && Entry.servers(before).isEmpty())) {
            throw new ChangeException(
                    Kind.UNSETTLED,
                    "A rolling redeployment of application '" + name
                            + "' is under way or has stopped; bring it to its end" + " with 'keelson redeploy " + name
                            + " --rolling --resume', or take it back with --rollback");
        }
    }

    private List<String> texts() throws IOException {
        return centre.texts(KEPT_REVISIONS);
    }

    private static Map<String, Object> values(Wanted wanted, Map<String, Object> before) throws ChangeException {
        List<String> targets = wanted.targets().isEmpty() ? strings(before.get("targets")) : wanted.targets();
        if (targets.isEmpty()) {
            throw new ChangeException(Kind.WRONG, "Name the servers and clusters to deploy to: targets=A,B");
        }
        StageMode mode = wanted.mode();
        if (mode == null) {
            mode = StageMode.valueOf(String.valueOf(before.getOrDefault("stage-mode", "stage"))
                    .toUpperCase(java.util.Locale.ROOT)
                    .replace('-', '_'));
        }
        if (mode == StageMode.NOSTAGE && wanted.path() == null) {
            throw new ChangeException(
                    Kind.WRONG, "With nostage servers read the archive from its path; send {\"path\": \"/...\"}");
        }
        String root = wanted.contextRoot() != null ? wanted.contextRoot() : (String) before.get("context-root");
        return Entry.values(
                targets,
                mode,
                wanted.archive().file(),
                wanted.archive().digest(),
                wanted.path() == null ? null : wanted.path().toString(),
                root,
                wanted.plan() != null ? wanted.plan() : (String) before.get("plan"),
                "running");
    }

    private static List<String> strings(@Nullable Object list) {
        return list instanceof List<?> items
                ? items.stream().map(String::valueOf).toList()
                : list == null ? List.of() : List.of(list.toString());
    }

    /**
     * Makes the entry what it was, and says why.
     *
     * @param comes a version that goes by that; null for none
     */
    void takeBack(
            String name, String author, Map<String, Object> before, Map<String, String> failed, @Nullable String comes)
            throws ChangeException, IOException {
        List<String> causes = new ArrayList<>();
        failed.forEach((server, why) -> causes.add(server + ": " + why));
        TargetLog.LOG.takenBack(name, author, String.join("; ", causes));
        centre.change(
                author,
                name + " failed to start on " + String.join(", ", failed.keySet()) + "; back to what was there.",
                file -> Entry.write(file, name, before));
        await(name, "", false);
        if (comes != null) {
            awaitGone(servers(name), name, comes::equals);
        }
        throw new ChangeException(
                Kind.INVALID,
                "Application '" + name + "' failed to start, and the deployment was taken back on all servers",
                causes);
    }

    /** Has an application run, or not. Where it is to run already, servers on which it has failed try again. */
    Map<String, String> set(String name, String author, boolean run) throws ChangeException, IOException {
        Map<String, Object> values = new LinkedHashMap<>(existing(name));
        settled(name, values, false);
        if (!run && values.containsKey(Entry.OTHER_DIGEST)) {
            throw new ChangeException(
                    Kind.LOCK,
                    "Application '" + name
                            + "' has two versions side by side and cannot be stopped; end one of them first with"
                            + " 'keelson undeploy " + name + " --version'");
        }
        step(name, "starting");
        boolean runs = !"stopped".equals(values.get("state"));
        if (run && runs) {
            for (String server : servers(name)) {
                try {
                    calls.ask(server, "POST", "server/applications/" + name + "/retry", null, LOOK_MILLIS);
                } catch (IOException e) {
                    TargetLog.LOG.debugf("%s cannot be told to try again: %s", server, e);
                }
            }
        } else if (run != runs) {
            values.remove("state");
            if (!run) {
                values.put("state", "stopped");
            }
            centre.change(
                    author, (run ? "Started " : "Stopped ") + name + ".", file -> Entry.write(file, name, values));
        }
        return await(name, "FAILED", false);
    }

    Map<String, Object> existing(String name) throws ChangeException, IOException {
        Map<String, Object> values = entry(name);
        if (!values.containsKey("targets")) {
            throw unknown(name);
        }
        return values;
    }

    /** The revision in force, for who compares. */
    DomainConfiguration decided() throws IOException {
        return centre.decided();
    }

    /** How a server stands. */
    ServerStatus status(String server) throws IOException {
        return domain.status(server);
    }

    static ChangeException unknown(String name) {
        return new ChangeException(Kind.UNKNOWN, "The domain has no application '" + name + "'");
    }

    /** Removes an application from the domain. */
    void undeploy(String name, String author) throws ChangeException, IOException {
        settled(name, existing(name), false);
        List<String> servers = servers(name);
        step(name, "staging");
        centre.change(author, "Undeployed " + name + ".", file -> Entry.write(file, name, Map.of()));
        step(name, "stopping");
        awaitGone(servers, name, version -> true);
    }

    /** Waits a while until no server has such a version of an application, which ends with its requests. */
    void awaitGone(List<String> servers, String name, Predicate<@Nullable String> version) {
        long began = ticker.nanoTime();
        while (ticker.nanoTime() - began < SILENCE_NANOS && anyHas(servers, name, version)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private boolean anyHas(List<String> servers, String name, Predicate<@Nullable String> version) {
        return servers.stream().anyMatch(server -> {
            try {
                return calls
                        .ask(server, "GET", "deployments", null, LOOK_MILLIS)
                        .getJsonArray("deployments")
                        .getValuesAs(JsonObject.class)
                        .stream()
                        .anyMatch(one ->
                                one.getString("name").equals(name) && version.test(one.getString("version", null)));
            } catch (IOException e) {
                return false;
            }
        });
    }

    // ---- how it stands ---------------------------------------------------------------------------------------------

    /** The servers that are to have an application. */
    List<String> servers(String name) throws IOException {
        DomainConfiguration decided = centre.decided();
        List<String> servers = new ArrayList<>();
        for (ServerStatus status : domain.servers()) {
            if (Assignment.activeOn(decided, status.name(), name) != null) {
                servers.add(status.name());
            }
        }
        return servers;
    }

    /**
     * Waits until each server that is to have it says that it runs, is stopped or has failed, or does not answer.
     *
     * @param beside whether the version beside the active one is meant
     * @return those in that state, with the reason
     */
    Map<String, String> await(String name, String state, boolean beside) throws IOException {
        Map<String, String> found = new TreeMap<>();
        Map<String, Long> heard = new TreeMap<>();
        DomainConfiguration decided = centre.decided();
        long began = ticker.nanoTime();
        TreeSet<String> left = new TreeSet<>(servers(name));
        left.forEach(server -> heard.put(server, began));
        while (!left.isEmpty() && ticker.nanoTime() - began < PATIENCE_NANOS) {
            for (String server : List.copyOf(left)) {
                Assignment wanted = beside
                        ? Assignment.besideOn(decided, server, name)
                        : Assignment.activeOn(decided, server, name);
                JsonObject said = wanted == null ? null : look(server, wanted);
                if (said != null) {
                    heard.put(server, ticker.nanoTime());
                }
                boolean settled = said != null
                        && wanted != null
                        && said.getString("version", "").equals(wanted.version())
                        && said.getString("wanted").equals(wanted.running() ? "running" : "stopped")
                        && List.of("RUNNING", "RETIRING", "STOPPED", "FAILED", "WAITING")
                                .contains(said.getString("state"));
                boolean silent = ticker.nanoTime() - heard.getOrDefault(server, began) > SILENCE_NANOS
                        || !domain.status(server).alive();
                if (settled && said != null && said.getString("state").equals(state)) {
                    found.put(server, said.getString("problem", "it says no reason; look at its log"));
                }
                if (settled || silent) {
                    left.remove(server);
                }
            }
            if (!left.isEmpty()) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        return found;
    }

    /** What a server says of a version that it is to have; null where it does not answer, or does not know of it yet. */
    @Nullable
    JsonObject look(String server, Assignment wanted) {
        try {
            return calls
                    .ask(server, "GET", "server/applications", null, LOOK_MILLIS)
                    .getJsonArray("applications")
                    .getValuesAs(JsonObject.class)
                    .stream()
                    .filter(one -> one.getString("name").equals(wanted.name())
                            && one.getBoolean("beside", false) == wanted.beside()
                            && Objects.equals(one.getString("label", null), wanted.label()))
                    .findFirst()
                    .orElse(null);
        } catch (IOException | NullPointerException | ClassCastException e) {
            return null;
        }
    }

    /** All applications of the domain, and those on their way, with what their servers say; by name. */
    Map<String, Map<String, Object>> all() throws IOException {
        DomainConfiguration decided = centre.decided();
        DomainFile file = decided.file();
        Map<String, Map<String, Object>> all = new TreeMap<>();
        for (String name : file.keys(io.keelson.kernel.config.SettingPath.of("applications"))) {
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
        running.forEach((name, operation) -> all.computeIfAbsent(name, fresh -> {
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

    private Map<String, Object> json(String name, Operation operation) {
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
        for (String key : List.of("bytes", "of", "users")) {
            if (said.containsKey(key)) {
                json.put(key, said.getJsonNumber(key).longValue());
            }
        }
        return json;
    }
}
