package io.keelson.admin.targets;

import io.keelson.admin.change.FailPoints;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Brings this server's applications of the domain to where the configuration in force wants them. {@link #look} compares and acts, and
 * is called again and again: there is no order of events that it could miss. {@code lock} is held while it acts; states can be read at
 * any time.
 */
final class Reconciler {
    private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

    private final AssignedApplications applications;
    private final Deployer deployer;
    private final Staging staging;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Trouble> troubles = new ConcurrentHashMap<>();
    /** What this has deployed, or tried to. */
    private final Set<String> touched = new HashSet<>();

    private volatile Map<String, Assignment> wanted;

    /**
     * What is in the way of an application.
     *
     * @param version which version of it
     * @param waits whether it is tried again by itself
     * @param at when it was tried, in nanoseconds of the ticker
     */
    private record Trouble(String version, boolean waits, long at, String why) {}

    /**
     * An application of the domain on this server.
     *
     * @param assignment what is wanted
     * @param state WAITING, or a state of {@link State}
     * @param contextRoot where it is reached; null where it is not
     * @param why what is in its way; null for nothing
     * @param planChanges what its deployment plan has changed in what runs
     * @param progress how far it is, while it comes here
     */
    record Standing(
            Assignment assignment,
            String state,
            @Nullable String contextRoot,
            @Nullable String why,
            List<PlanChange> planChanges,
            Staging.@Nullable Progress progress) {}

    Reconciler(
            AssignedApplications applications,
            Deployer deployer,
            Staging staging,
            Ticker ticker,
            Map<String, Assignment> wanted) {
        this.applications = applications;
        this.deployer = deployer;
        this.staging = staging;
        this.ticker = ticker;
        this.wanted = Map.copyOf(wanted);
    }

    /** Takes what is wanted from now on; {@link #look} brings it about. */
    void wants(Map<String, Assignment> now) {
        wanted = Map.copyOf(now);
    }

    /** What is wanted. */
    Map<String, Assignment> wanted() {
        return wanted;
    }

    /** Forgets that an application has failed, so that it is tried again. */
    void retry(String name) {
        troubles.remove(name);
        touched(name);
    }

    private void touched(String name) {
        lock.lock();
        try {
            Application there = deployer.application(name).orElse(null);
            Assignment assignment = wanted.get(name);
            boolean failed = there != null && there.state() == State.FAILED;
            if (failed
                    && assignment != null
                    && assignment.version().equals(applications.versions().get(name))) {
                start(assignment);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Compares what is wanted with what is deployed, and acts.
     *
     * @param attempts how often a transfer that breaks off is gone on with
     * @return whether nothing is left to be done by itself
     */
    boolean look(int attempts) {
        lock.lock();
        try {
            Map<String, Assignment> now = wanted;
            Map<String, String> versions = applications.versions();
            Set<String> gone = new TreeSet<>(versions.keySet());
            gone.addAll(touched);
            gone.removeAll(now.keySet());
            gone.forEach(this::remove);
            boolean settled = true;
            for (Assignment assignment : now.values()) {
                settled &= settle(assignment, versions.get(assignment.name()), attempts);
            }
            if (settled) {
                staging.sweep(now.values());
            }
            return settled;
        } catch (IOException e) {
            TargetLog.LOG.debugf("fetched archives stay: %s", e);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(String name) {
        try {
            applications.remove(name);
            troubles.remove(name);
            touched.remove(name);
        } catch (DeploymentException e) {
            TargetLog.LOG.waits(name, String.valueOf(e.getMessage()));
        }
    }

    private boolean settle(Assignment assignment, @Nullable String deployed, int attempts) {
        String name = assignment.name();
        if (!assignment.version().equals(deployed)) {
            Trouble trouble = troubles.get(name);
            if (trouble == null || !trouble.version().equals(assignment.version())) {
                return deploy(assignment, attempts);
            }
            boolean soon = ticker.nanoTime() - trouble.at() < AGAIN_NANOS;
            return !trouble.waits() || !soon && deploy(assignment, attempts);
        }
        troubles.remove(name);
        State state = deployer.application(name).map(Application::state).orElse(State.STOPPED);
        if (assignment.running() && state == State.STOPPED) {
            start(assignment);
        } else if (!assignment.running() && state != State.STOPPED) {
            stop(assignment);
        }
        return true;
    }

    private boolean deploy(Assignment assignment, int attempts) {
        String name = assignment.name();
        touched.add(name);
        try {
            Path archive = staging.obtain(assignment, attempts);
            FailPoints.reach("before-deploy");
            applications.deploy(assignment, archive);
            FailPoints.reach("after-deploy");
            troubles.remove(name);
            return true;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            Trouble before = troubles.put(name, new Trouble(assignment.version(), true, ticker.nanoTime(), why));
            if (before == null || !before.why().equals(why)) {
                TargetLog.LOG.waits(name, why);
            }
            return false;
        } catch (DeploymentException e) { // the deployer has logged it
            boolean storage = e.isOfStorage();
            serveOn(assignment);
            troubles.put(
                    name,
                    new Trouble(assignment.version(), storage, ticker.nanoTime(), String.valueOf(e.getMessage())));
            return !storage;
        } finally {
            staging.done(name);
        }
    }

    /** A version on trial that does not start leaves the server with the one that it has; before the doors open, too. */
    private void serveOn(Assignment assignment) {
        String name = assignment.name();
        boolean idle = deployer.application(name)
                .map(there -> there.state() != State.RUNNING)
                .orElse(false);
        if (assignment.trial()
                && assignment.running()
                && idle
                && applications.versions().containsKey(name)) {
            start(assignment);
        }
    }

    private void start(Assignment assignment) {
        try {
            applications.start(assignment.name());
        } catch (DeploymentException e) {
            TargetLog.LOG.debugf(e, "starting %s; the deployer has logged it", assignment.name());
        }
    }

    private void stop(Assignment assignment) {
        try {
            applications.stop(assignment.name());
        } catch (DeploymentException e) {
            TargetLog.LOG.waits(assignment.name(), String.valueOf(e.getMessage()));
        }
    }

    /** How the applications stand. */
    List<Standing> standings() {
        List<Standing> standings = new ArrayList<>();
        Map<String, String> versions = new HashMap<>(applications.versions());
        wanted.values().stream()
                .sorted(java.util.Comparator.comparing(Assignment::name))
                .forEach(assignment -> standings.add(standing(assignment, versions.get(assignment.name()))));
        return standings;
    }

    private Standing standing(Assignment assignment, @Nullable String deployed) {
        String name = assignment.name();
        Application there = deployer.application(name).orElse(null);
        String root = there == null ? null : there.contextRoot();
        Trouble trouble = troubles.get(name);
        if (assignment.version().equals(deployed) && there != null) {
            State state = there.state();
            boolean moves = assignment.running() != (state == State.RUNNING) && state != State.FAILED;
            String shown = !moves || state == State.STARTING || state == State.STOPPING
                    ? state.name()
                    : assignment.running() ? "STARTING" : "STOPPING";
            // Stopped as it is to be.
            shown = !assignment.running() && state == State.STOPPED ? "STOPPED" : shown;
            return new Standing(assignment, shown, root, there.failure(), deployer.planChanges(name), null);
        }
        if (trouble != null && trouble.version().equals(assignment.version())) {
            return new Standing(
                    assignment,
                    trouble.waits() ? "WAITING" : "FAILED",
                    root,
                    trouble.why(),
                    List.of(),
                    staging.progress(name));
        }
        return new Standing(assignment, "STARTING", root, null, List.of(), staging.progress(name));
    }
}
