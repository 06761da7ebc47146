package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.ChangeException.Kind;
import io.keelson.admin.change.Editing;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.Model;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The operations on versions side by side of the domain's applications: each step is a revision. The name of the application has been
 * taken for an operation ({@link OperationsUnderWay#begin}). Thread-safe. See docs/design/application-versions.md.
 */
final class VersionOperations {
    private final DomainDeployments deployments;
    private final OperationsUnderWay operations;
    private final ServerStandings standings;
    private final ChangeCentre centre;
    private final Ticker ticker;

    VersionOperations(
            DomainDeployments deployments,
            OperationsUnderWay operations,
            ServerStandings standings,
            ChangeCentre centre,
            Ticker ticker) {
        this.deployments = deployments;
        this.operations = operations;
        this.standings = standings;
        this.centre = centre;
        this.ticker = ticker;
    }

    /** Whether what is to be deployed comes beside what is there: it has another version, and there is one that runs. */
    static boolean comesBeside(Wanted wanted, Map<String, Object> before) {
        String version = wanted.release().version();
        return version != null
                && before.containsKey("targets")
                && !version.equals(before.get(Entry.VERSION))
                && !"stopped".equals(before.get("state"));
    }

    /** The values of what is to be deployed, with its version and what is beside it. Refuses what versions do not have of their own. */
    Map<String, Object> inPlace(String name, Wanted wanted, Map<String, Object> before, Map<String, Object> values)
            throws ChangeException {
        String version = wanted.release().version();
        Object own = version != null ? version : before.get(Entry.VERSION);
        if (own != null) {
            values.put(Entry.VERSION, own);
        }
        boolean beside = comesBeside(wanted, before);
        if (beside && wanted.rolling()) {
            throw new ChangeException(
                    Kind.WRONG,
                    "A rolling redeployment brings another archive of the version that is active, "
                            + told(before.get(Entry.VERSION)) + "; version " + version
                            + ", said with 'version' or in the archive's manifest, comes beside it, without 'rolling'");
        }
        boolean two = before.containsKey(Entry.OTHER_DIGEST);
        if (beside && two) {
            throw third(name, Objects.requireNonNull(version), before);
        }
        if ((beside || two)
                && (!Objects.equals(before.get("targets"), values.get("targets"))
                        || !Objects.equals(before.get("context-root"), values.get("context-root"))
                        || !Objects.equals(before.get("stage-mode"), values.get("stage-mode")))) {
            throw new ChangeException(
                    Kind.WRONG,
                    "Versions of an application side by side have the same targets, stage mode and context root;"
                            + " change these when there is one version, without 'version'");
        }
        if (beside || !two) {
            return values;
        }
        Map<String, Object> both = Entry.withOther(values, before);
        String until = until(wanted.release().retireTimeout());
        if (until != null) {
            both.put(Entry.OTHER_UNTIL, until);
        }
        return both;
    }

    private static ChangeException third(String name, String version, Map<String, Object> before) {
        if (version.equals(before.get(Entry.OTHER_VERSION))) {
            return new ChangeException(
                    Kind.VERSIONS,
                    "Version " + version + " of application '" + name
                            + "' retires: 'keelson redeploy " + name + " --version " + version
                            + "' makes it active again as it is; another archive needs another version");
        }
        return new ChangeException(
                Kind.VERSIONS,
                "Application '" + name + "' has two versions already (" + told(before.get(Entry.OTHER_VERSION))
                        + " retires, " + told(before.get(Entry.VERSION))
                        + "); a third can come when the one that retires has ended: undeploy it with --version, or"
                        + " deploy with --retire-timeout");
    }

    private static String told(@Nullable Object version) {
        return version == null ? "one without a version" : version.toString();
    }

    private @Nullable String until(@Nullable Duration timeout) {
        return timeout == null
                ? null
                : Instant.ofEpochMilli(ticker.currentTimeMillis())
                        .plus(timeout)
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString();
    }

    /**
     * Brings a version beside the active one to all servers, and gives it the new clients when it runs on them. Where it does not, no
     * client has been sent to it, and it is taken away again.
     *
     * @param values of that version, as of one that is alone
     */
    void deploy(String name, String author, Wanted wanted, Map<String, Object> before, Map<String, Object> values)
            throws ChangeException, IOException {
        Object version = values.get(Entry.VERSION);
        change(
                name,
                author,
                "Version " + version + " of " + name + " beside the one that is active.",
                now -> Entry.beside(now, values, version));
        operations.step(name, "starting");
        Map<String, String> failed = standings.await(name, "FAILED", true);
        if (!failed.isEmpty()) {
            deployments.takeBack(name, author, before, failed, String.valueOf(version));
        }
        turn(name, author, String.valueOf(version), until(wanted.release().retireTimeout()));
    }

    /** Makes the version beside the active one active. */
    void makeActive(String name, String author, String version) throws ChangeException, IOException {
        Map<String, Object> now = deployments.existing(name);
        if (!now.containsKey(Entry.OTHER_DIGEST) || !version.equals(now.get(Entry.OTHER_VERSION))) {
            throw new ChangeException(
                    version.equals(now.get(Entry.VERSION)) ? Kind.VERSIONS : Kind.UNKNOWN,
                    "Version " + version + " of application '" + name + "' does not retire; the active version is "
                            + told(now.get(Entry.VERSION)));
        }
        operations.step(name, "starting");
        turn(name, author, version, null);
    }

    private void turn(String name, String author, String version, @Nullable String until)
            throws ChangeException, IOException {
        Object was = deployments.existing(name).get(Entry.OTHER_UNTIL);
        change(
                name,
                author,
                "Version " + version + " of " + name + " has the new clients.",
                now -> Entry.turned(now, until));
        Map<String, String> failed = standings.await(name, "FAILED", false);
        if (failed.isEmpty()) {
            return;
        }
        List<String> causes = new ArrayList<>();
        failed.forEach((server, why) -> causes.add(server + ": " + why));
        TargetLog.LOG.takenBack(name, author, String.join("; ", causes));
        change(
                name,
                author,
                "Version " + version + " of " + name + " does not take the new clients on "
                        + String.join(", ", failed.keySet()) + "; back to what was.",
                now -> Entry.turned(now, was == null ? null : was.toString()));
        standings.await(name, "", false);
        throw new ChangeException(
                Kind.INVALID,
                "Version " + version + " of application '" + name
                        + "' could not take the new clients on all servers, and the one that had them has them again",
                causes);
    }

    /**
     * Removes one version; where it was the active one, the other is that from then on.
     *
     * @return false where it is the only one: then the application goes
     */
    boolean undeploy(String name, String author, String version) throws ChangeException, IOException {
        Map<String, Object> now = deployments.existing(name);
        boolean active = version.equals(now.get(Entry.VERSION));
        boolean two = now.containsKey(Entry.OTHER_DIGEST);
        if (!active && !(two && version.equals(now.get(Entry.OTHER_VERSION)))) {
            throw new ChangeException(
                    Kind.UNKNOWN,
                    "Application '" + name + "' has no version " + version + "; there are: "
                            + told(now.get(Entry.VERSION))
                            + (two ? ", " + told(now.get(Entry.OTHER_VERSION)) : ""));
        }
        if (active && !two) {
            return false;
        }
        operations.step(name, "stopping");
        change(
                name,
                author,
                "Undeployed version " + version + " of " + name + ".",
                values -> Entry.alone(active ? Entry.turned(values, null) : values));
        standings.await(name, "", false);
        standings.awaitGone(standings.servers(name), name, version::equals);
        return true;
    }

    /** Ends the version beside the active one where it is still that. */
    void retire(String name, String author, @Nullable String version) throws ChangeException, IOException {
        change(
                name,
                author,
                (version == null ? name + " without a version" : "Version " + version + " of " + name)
                        + " has retired.",
                now -> Objects.equals(version, now.get(Entry.OTHER_VERSION)) ? Entry.alone(now) : now);
    }

    /** Changes the entry as it is by then; where it is gone, or has one version where there were two, nothing. */
    private void change(String name, String author, String comment, UnaryOperator<Map<String, Object>> edit)
            throws ChangeException, IOException {
        Model model = deployments.decided().model();
        Editing editing = file -> {
            Map<String, Object> now = Entry.of(model, file, name);
            return now.containsKey("targets") ? Entry.write(file, name, edit.apply(now)) : file;
        };
        centre.change(author, comment, editing);
    }
}
