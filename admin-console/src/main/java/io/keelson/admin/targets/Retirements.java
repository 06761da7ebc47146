package io.keelson.admin.targets;

import io.keelson.admin.change.ChangeException;
import io.keelson.admin.domain.ServerStatus;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings;
import io.keelson.kernel.config.DomainConfiguration;
import jakarta.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends versions that retire, on the admin server: when nobody uses them on any server, or their time has come. A server of which that is
 * not known, as it does not answer, counts as one that has users. Runs on a thread of its own, which owns its state. See
 * docs/design/application-versions.md.
 */
final class Retirements {
    private static final long EVERY_MILLIS = 1_000;
    private static final String BY = "retirement";
    /** The states in which a server does not run the version, so that it has no session of it. */
    private static final Set<String> NOT_RUNNING = Set.of("STOPPED", "FAILED", "WAITING");

    private final DomainDeployments deployments;
    private final OperationsUnderWay operations;
    private final ServerStandings standings;
    private final Ticker ticker;
    /** The versions that nobody had at the look before this one, by application: a session that moved may be missed by one look. */
    private final Map<String, String> unused = new TreeMap<>();
    /** Those of which it was said that they cannot be ended. */
    private final Set<String> told = new TreeSet<>();

    private volatile @Nullable ScheduledExecutorService scheduler;

    Retirements(
            DomainDeployments deployments, OperationsUnderWay operations, ServerStandings standings, Ticker ticker) {
        this.deployments = deployments;
        this.operations = operations;
        this.standings = standings;
        this.ticker = ticker;
    }

    /** Looks from now on. */
    void start() {
        ScheduledExecutorService fresh = Threads.scheduler("keelson.retirements", Duration.ofMinutes(10));
        fresh.scheduleWithFixedDelay(this::look, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        scheduler = fresh;
    }

    /** Looks no more. */
    void stop() {
        ScheduledExecutorService ending = scheduler;
        scheduler = null;
        if (ending != null) {
            ending.shutdown();
        }
    }

    private void look() {
        try {
            DomainConfiguration decided = deployments.decided();
            Map<String, TargetSettings> all = decided.all(TargetSettings.class);
            unused.keySet().retainAll(all.keySet());
            for (Map.Entry<String, TargetSettings> one : all.entrySet()) {
                look(decided, one.getKey(), one.getValue());
            }
        } catch (IOException e) {
            TargetLog.LOG.debugf("versions that retire are looked at later: %s", e);
        } catch (RuntimeException | Error e) { // a scheduler would never call again
            TargetLog.LOG.failed(e);
        }
    }

    private void look(DomainConfiguration decided, String name, TargetSettings settings) throws IOException {
        if (settings.otherDigest() == null) {
            unused.remove(name);
            return;
        }
        String version = String.valueOf(settings.otherVersion());
        Instant ends = settings.otherEnds();
        boolean due = ends != null
                && !Instant.ofEpochMilli(ticker.currentTimeMillis()).isBefore(ends);
        if (!due && !nobodyHas(decided, name)) {
            unused.remove(name);
        } else if (due || version.equals(unused.put(name, version))) {
            unused.remove(name);
            retire(name, settings.otherVersion());
        }
    }

    private boolean nobodyHas(DomainConfiguration decided, String name) throws IOException {
        for (String server : standings.servers(name)) {
            Assignment wanted = Objects.requireNonNull(Assignment.besideOn(decided, server, name));
            ServerStatus status = standings.status(server);
            boolean known = !status.unknown() && !status.state().equals("UNREACHABLE");
            if (known && !status.alive()) {
                continue; // what was in its memory is gone, and copies are counted where they are
            }
            JsonObject said = known ? standings.look(server, wanted) : null;
            if (said == null || !unused(said)) {
                return false;
            }
        }
        return true;
    }

    private static boolean unused(JsonObject said) {
        String state = said.getString("state");
        return NOT_RUNNING.contains(state) || state.equals("RETIRING") && said.getInt("users", 1) == 0;
    }

    private void retire(String name, @Nullable String version) throws IOException {
        try {
            operations.begin(name, BY, 0);
        } catch (ChangeException e) {
            return; // somebody does something with it, and may want the version
        }
        try {
            deployments.versions().retire(name, BY, version);
            told.remove(name);
        } catch (ChangeException e) {
            if (told.add(name)) {
                TargetLog.LOG.notRetired(name, String.valueOf(e.getMessage()));
            }
        } finally {
            operations.end(name);
        }
    }
}
