package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeCentre;
import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.Editing;
import io.keelson.admin.rolling.Release;
import io.keelson.deploy.targets.Assignment;
import io.keelson.kernel.config.DomainConfiguration;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Versions of applications that come by rolling redeployments, as they stand in the configuration: each step is a revision. Thread-safe.
 */
final class Releases implements Release {
    private static final int LOOK_MILLIS = 2_000;

    private final ChangeCentre centre;
    private final ServerCalls calls;

    Releases(ChangeCentre centre, ServerCalls calls) {
        this.centre = centre;
        this.calls = calls;
    }

    private Map<String, Object> entry(DomainConfiguration configuration, String application) {
        return Entry.of(configuration.model(), configuration.file(), application);
    }

    @Override
    public Optional<String> unfit(String application, String cluster) throws IOException {
        Map<String, Object> now = entry(centre.decided(), application);
        if (!now.containsKey("targets")) {
            return Optional.of("The domain has no application '" + application + "'");
        }
        if (!now.containsKey(Entry.NEXT_DIGEST)) {
            return Optional.of("No version of application '" + application
                    + "' waits for a rolling redeployment; put one there with 'keelson redeploy " + application
                    + " FILE --rolling'");
        }
        return now.get("targets").equals(List.of(cluster))
                ? Optional.empty()
                : Optional.of("Application '" + application + "' is deployed to " + now.get("targets")
                        + "; only one that has a single cluster as its target can be redeployed server by server");
    }

    @Override
    public List<String> servers(String application) throws IOException {
        return Entry.servers(entry(centre.decided(), application));
    }

    @Override
    public void give(String application, String server, boolean coming, String by) throws IOException {
        change(
                application,
                by,
                coming
                        ? "The next version of " + application + " to " + server + "."
                        : server + " goes back to the version of " + application + " that was.",
                now -> Entry.with(now, server, coming));
    }

    @Override
    public void end(String application, boolean coming, String by) throws IOException {
        change(
                application,
                by,
                coming
                        ? "All servers have the next version of " + application + "."
                        : "The next version of " + application + " is taken back.",
                now -> coming ? Entry.come(now) : Entry.settled(now));
    }

    private void change(String application, String by, String comment, UnaryOperator<Map<String, Object>> edit)
            throws IOException {
        DomainConfiguration decided = centre.decided();
        Map<String, Object> before = entry(decided, application);
        if (!before.containsKey(Entry.NEXT_DIGEST) || edit.apply(before).equals(before)) {
            return;
        }
        Editing editing = file -> {
            Map<String, Object> now = Entry.of(decided.model(), file, application);
            return now.containsKey(Entry.NEXT_DIGEST) ? Entry.write(file, application, edit.apply(now)) : file;
        };
        try {
            centre.change(by, comment, editing);
        } catch (ChangeException e) {
            throw new IOException(comment + " That was refused: " + e.getMessage() + " " + e.causes(), e);
        }
    }

    @Override
    public Standing standing(String application, String server) throws IOException {
        Assignment wanted = Assignment.activeOn(centre.decided(), server, application);
        if (wanted == null) {
            return new Standing(true, false, "is not to be there");
        }
        for (JsonObject one : calls.ask(server, "GET", "server/applications", null, LOOK_MILLIS)
                .getJsonArray("applications")
                .getValuesAs(JsonObject.class)) {
            if (one.getString("name").equals(application)
                    && !one.getBoolean("beside", false)
                    && one.getString("version").equals(wanted.version())) {
                String state = one.getString("state");
                return new Standing(
                        state.equals(wanted.running() ? "RUNNING" : "STOPPED"),
                        state.equals("FAILED"),
                        state.equals("FAILED") || state.equals("WAITING")
                                ? one.getString("problem", state)
                                : "is " + state);
            }
        }
        return new Standing(false, false, "has not come");
    }
}
