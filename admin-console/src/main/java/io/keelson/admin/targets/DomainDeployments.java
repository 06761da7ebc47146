package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.ChangeException.Kind;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.config.DomainConfiguration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operations on the domain's applications, on the admin server: each is a revision. Thread-safe; one operation on one application
 * at a time, which {@link OperationsUnderWay} sees to.
 */
final class DomainDeployments {
    private static final int LOOK_MILLIS = 2_000;
    private static final int KEPT_REVISIONS = 20;

    private final ChangeCentre centre;
    private final ArchiveStore archives;
    private final ServerCalls calls;
    private final OperationsUnderWay operations;
    private final ServerStandings standings;
    private final VersionOperations versions;

    DomainDeployments(
            ChangeCentre centre,
            ArchiveStore archives,
            ServerCalls calls,
            OperationsUnderWay operations,
            ServerStandings standings,
            Ticker ticker) {
        this.centre = centre;
        this.archives = archives;
        this.calls = calls;
        this.operations = operations;
        this.standings = standings;
        versions = new VersionOperations(this, operations, standings, centre, ticker);
    }

    /** What is done with versions side by side. */
    VersionOperations versions() {
        return versions;
    }

    /** What deployment has written of an application; empty where it is none of the domain's. */
    Map<String, Object> entry(String name) throws IOException {
        DomainConfiguration decided = centre.decided();
        return Entry.of(decided.model(), decided.file(), name);
    }

    // ---- operations ------------------------------------------------------------------------------------------------

    /** Deploys an application, or replaces it; {@link OperationsUnderWay#begin} has been called. Takes it back where it fails to start. */
    void deploy(String name, String author, Wanted wanted, boolean isNew) throws ChangeException, IOException {
        Map<String, Object> before = entry(name);
        if (isNew && before.containsKey("targets")) {
            throw new ChangeException(
                    Kind.EXISTS,
                    "The domain has an application '" + name + "' already; redeploy it, or choose another name");
        }
        settled(name, before, wanted.rolling());
        Map<String, Object> values = versions.inPlace(name, wanted, before, values(wanted, before));
        operations.step(name, "staging");
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
        operations.step(name, "starting");
        Map<String, String> failed = standings.await(name, "FAILED", false);
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
                    "A rolling redeployment brings an application that is there another archive or plan; its targets,"
                            + " stage mode and context root stay. Redeploy it without 'rolling' to change these");
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
                    Kind.VERSIONS,
                    "Application '" + name
                            + "' has two versions side by side; it can be redeployed server by server when there is"
                            + " one");
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
        StageMode mode = wanted.mode() != null ? wanted.mode() : Entry.mode(before);
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
     * Makes the entry what it was, waits until servers have done so, and says why.
     *
     * @param comes a version that goes by that; null for none
     */
    void takeBack(
            String name, String author, Map<String, Object> before, Map<String, String> failed, @Nullable String comes)
            throws ChangeException, IOException {
        List<String> causes = new ArrayList<>();
        failed.forEach((server, why) -> causes.add(server + ": " + why));
        TargetLog.LOG.takenBack(name, author, String.join("; ", causes));
        List<String> servers = standings.servers(name);
        centre.change(
                author,
                name + " failed to start on " + String.join(", ", failed.keySet()) + "; back to what was there.",
                file -> Entry.write(file, name, before));
        standings.await(name, "", false);
        if (!before.containsKey("targets")) {
            standings.awaitGone(servers, name, version -> true); // those on which it failed have it, too
        } else if (comes != null) {
            standings.awaitGone(servers, name, comes::equals);
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
                    Kind.VERSIONS,
                    "Application '" + name
                            + "' has two versions side by side and cannot be stopped; end one of them first with"
                            + " 'keelson undeploy " + name + " --version'");
        }
        operations.step(name, "starting");
        boolean runs = !"stopped".equals(values.get("state"));
        if (run && runs) {
            for (String server : standings.servers(name)) {
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
        return standings.await(name, "FAILED", false);
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

    static ChangeException unknown(String name) {
        return new ChangeException(Kind.UNKNOWN, "The domain has no application '" + name + "'");
    }

    /** Removes an application from the domain. */
    void undeploy(String name, String author) throws ChangeException, IOException {
        settled(name, existing(name), false);
        List<String> servers = standings.servers(name);
        operations.step(name, "staging");
        centre.change(author, "Undeployed " + name + ".", file -> Entry.write(file, name, Map.of()));
        operations.step(name, "stopping");
        standings.awaitGone(servers, name, version -> true);
    }
}
