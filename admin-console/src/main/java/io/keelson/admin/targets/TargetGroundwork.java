package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.admin.change.ChangeException.Kind;
import io.keelson.admin.change.Groundwork;
import io.keelson.admin.rest.Answer;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.SettingPath;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Has the servers that a revision gives other applications bring their archives to them and rehearse the deployment. One that refuses
 * ends the attempt; one that does not answer for ten seconds is gone on without. Runs on the thread of the attempt and one for each
 * server; what they say can be read at any time.
 */
final class TargetGroundwork implements Groundwork {
    static final String STAGE = "server/applications/stage";

    private static final int CALL_MILLIS = 5_000;
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();
    private static final long SILENCE_NANOS = Duration.ofSeconds(10).toNanos();

    private final ArchiveStore archives;
    private final ServerCalls calls;
    private final Ticker ticker;
    private final Map<String, JsonObject> said = new ConcurrentHashMap<>();

    TargetGroundwork(ArchiveStore archives, ServerCalls calls, Ticker ticker) {
        this.archives = archives;
        this.calls = calls;
        this.ticker = ticker;
    }

    /** What the servers that are being brought something said last, by their names. */
    Map<String, JsonObject> said() {
        return new TreeMap<>(said);
    }

    @Override
    public void lay(String attempt, DomainConfiguration before, DomainConfiguration after, Collection<String> servers)
            throws ChangeException {
        checkTargets(after);
        Map<String, List<Assignment>> changed = new LinkedHashMap<>();
        for (String server : servers) {
            List<Assignment> fresh =
                    new ArrayList<>(fresh(Assignment.of(before, server), Assignment.of(after, server)));
            // What comes by a rolling redeployment is rehearsed by all before any has it.
            fresh.addAll(fresh(Assignment.next(before, server), Assignment.next(after, server)));
            if (!fresh.isEmpty()) {
                checkArchives(fresh);
                changed.put(server, fresh);
            }
        }
        try {
            stage(attempt, changed);
        } finally {
            said.clear();
        }
    }

    private static List<Assignment> fresh(Map<String, Assignment> before, Map<String, Assignment> after) {
        return after.values().stream()
                .filter(one -> differs(before.get(one.id()), one))
                .toList();
    }

    private static boolean differs(@Nullable Assignment before, Assignment after) {
        return before == null
                || !before.version().equals(after.version())
                || before.mode() != after.mode()
                || before.partOfCluster() != after.partOfCluster();
    }

    private static void checkTargets(DomainConfiguration after) throws ChangeException {
        Set<String> known = new LinkedHashSet<>(after.servers());
        known.add(after.file().adminServer());
        known.addAll(after.file().keys(SettingPath.of("clusters")));
        List<String> unknown = new ArrayList<>();
        after.all(TargetSettings.class)
                .forEach((name, settings) -> settings.targets().stream()
                        .filter(target -> !known.contains(target))
                        .forEach(target -> unknown.add(
                                "application '" + name + "': there is no server or cluster '" + target + "'")));
        if (!unknown.isEmpty()) {
            throw new ChangeException(Kind.INVALID, "There is no such target; known are " + known, unknown);
        }
    }

    private void checkArchives(List<Assignment> fresh) throws ChangeException {
        for (Assignment one : fresh) {
            if (one.mode() == StageMode.STAGE
                    && archives.find(one.digest(), one.archive()).isEmpty()) {
                throw new ChangeException(
                        Kind.REFUSED,
                        "The admin server does not have the archive " + one.archive() + " of application '" + one.name()
                                + "' with the SHA-256 " + one.digest()
                                + " (any more); deploy the application with its archive. Nothing was changed");
            }
        }
    }

    private void stage(String attempt, Map<String, List<Assignment>> changed) throws ChangeException {
        Map<String, CompletableFuture<String>> answers = new LinkedHashMap<>();
        changed.forEach((server, fresh) -> {
            CompletableFuture<String> answer = new CompletableFuture<>();
            answers.put(server, answer);
            Threads.daemon("keelson.stage: " + server, () -> {
                        try {
                            answer.complete(stage(attempt, server, fresh));
                        } catch (RuntimeException | Error e) { // nobody may wait for it for ever
                            TargetLog.LOG.failed(e);
                            answer.complete("an error of the admin server: " + e);
                        }
                    })
                    .start();
        });
        List<String> causes = new ArrayList<>();
        answers.forEach((server, answer) -> {
            String why = answer.join();
            if (!why.isEmpty()) {
                causes.add(server + ": " + why);
            }
        });
        if (!causes.isEmpty()) {
            throw new ChangeException(Kind.REFUSED, "It was refused, and nothing was changed anywhere", causes);
        }
    }

    /** Why the server refuses; empty where it does not, or cannot be reached. */
    private String stage(String attempt, String server, List<Assignment> fresh) {
        JsonArrayBuilder applications = Answer.JSON.createArrayBuilder();
        fresh.forEach(one -> applications.add(ApplicationsResource.json(one)));
        JsonObject request = Answer.JSON
                .createObjectBuilder()
                .add("attempt", attempt)
                .add("applications", applications)
                .build();
        long heard = ticker.nanoTime();
        boolean asked = false;
        while (ticker.nanoTime() - heard < SILENCE_NANOS) {
            try {
                JsonObject answer =
                        calls.ask(server, asked ? "GET" : "POST", STAGE, asked ? null : request, CALL_MILLIS);
                heard = ticker.nanoTime();
                said.put(server, answer);
                // A server that was restarted in between has forgotten it.
                asked = answer.getString("attempt", "").equals(attempt);
                String state = answer.getString("state", "");
                if (asked && state.equals("ready")) {
                    return "";
                } else if (asked && state.equals("refused")) {
                    return answer.getString("why", "");
                }
            } catch (ServerCalls.RefusedException e) {
                return String.valueOf(e.getMessage());
            } catch (java.net.ConnectException e) {
                return ""; // it does not run, or its machine is away
            } catch (IOException e) {
                TargetLog.LOG.debugf("%s does not answer: %s", server, e);
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return "";
    }
}
