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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
     * @param clients its client modules, which do not run here
     * @param why what is in its way; null for nothing
     * @param planChanges what its deployment plan has changed in what runs
     * @param users of a version beside the active one: how many sessions, copies of sessions and requests there are here
     * @param progress how far it is, while it comes here
     */
    record Standing(
            Assignment assignment,
            String state,
            @Nullable String contextRoot,
            List<String> clients,
            @Nullable String why,
            List<PlanChange> planChanges,
            long users,
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
        inOrder(wanted).stream().filter(one -> one.name().equals(name)).forEach(one -> {
            troubles.remove(one.id());
            touched(one.id());
        });
    }

    private void touched(String name) {
        lock.lock();
        try {
            Application there = applications.standing(name);
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
            // First, so that the version that goes is not the active one, and somebody has the new clients at any time.
            now.values().forEach(assignment -> activate(assignment, versions));
            Set<String> gone = new TreeSet<>(versions.keySet());
            gone.addAll(touched);
            gone.removeAll(now.keySet());
            gone.forEach(this::remove);
            boolean settled = true;
            for (Assignment assignment : inOrder(now)) {
                settled &= settle(assignment, versions.get(assignment.id()), attempts);
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

    /** Versions beside others come after those. */
    private static List<Assignment> inOrder(Map<String, Assignment> wanted) {
        return wanted.values().stream()
                .sorted(Comparator.comparing(Assignment::beside).thenComparing(Assignment::id))
                .toList();
    }

    /** Gives a version that is here beside another one the new clients, where it is to have them. */
    private void activate(Assignment assignment, Map<String, String> deployed) {
        String id = assignment.id();
        if (assignment.beside() || !assignment.version().equals(deployed.get(id)) || state(id) != State.RETIRING) {
            return;
        }
        try {
            applications.activate(id);
            troubles.remove(id);
        } catch (DeploymentException e) {
            String why = String.valueOf(e.getMessage());
            Trouble before = troubles.put(id, new Trouble(assignment.version(), true, ticker.nanoTime(), why));
            if (before == null || !before.why().equals(why)) {
                TargetLog.LOG.waits(id, why);
            }
        }
    }

    private State state(String id) {
        Application there = applications.standing(id);
        return there == null ? State.STOPPED : there.state();
    }

    /** Whether the version that has the new clients runs, so that this one may be beside it. */
    private boolean mayStart(Assignment assignment) {
        return !assignment.beside()
                || wanted.values().stream()
                        .anyMatch(other -> other.name().equals(assignment.name())
                                && !other.beside()
                                && other.version()
                                        .equals(applications.versions().get(other.id()))
                                && state(other.id()) == State.RUNNING);
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
        String id = assignment.id();
        if (!mayStart(assignment)) {
            return true; // when the other one runs, it is looked at again
        }
        if (!assignment.version().equals(deployed)) {
            Trouble trouble = troubles.get(id);
            if (trouble == null || !trouble.version().equals(assignment.version())) {
                return deploy(assignment, attempts);
            }
            boolean soon = ticker.nanoTime() - trouble.at() < AGAIN_NANOS;
            return !trouble.waits() || !soon && deploy(assignment, attempts);
        }
        State state = state(id);
        boolean turned = assignment.beside() || state != State.RETIRING;
        if (turned) {
            troubles.remove(id);
        }
        if (assignment.running() && state == State.STOPPED) {
            start(assignment);
        } else if (!assignment.running() && state != State.STOPPED) {
            stop(assignment);
        }
        return turned;
    }

    private boolean deploy(Assignment assignment, int attempts) {
        String name = assignment.id();
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
            boolean storage = e.mayPass();
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
        String name = assignment.id();
        boolean idle = state(name) != State.RUNNING;
        if (assignment.trial()
                && assignment.running()
                && idle
                && applications.versions().containsKey(name)) {
            start(assignment);
        }
    }

    private void start(Assignment assignment) {
        try {
            applications.start(assignment.id());
        } catch (DeploymentException e) {
            TargetLog.LOG.debugf(e, "starting %s; the deployer has logged it", assignment.id());
        }
    }

    private void stop(Assignment assignment) {
        try {
            applications.stop(assignment.id());
        } catch (DeploymentException e) {
            TargetLog.LOG.waits(assignment.id(), String.valueOf(e.getMessage()));
        }
    }

    /** How the applications stand. */
    List<Standing> standings() {
        List<Standing> standings = new ArrayList<>();
        Map<String, String> versions = new HashMap<>(applications.versions());
        inOrder(wanted).stream()
                .sorted(Comparator.comparing(Assignment::name))
                .forEach(assignment -> standings.add(standing(assignment, versions.get(assignment.id()))));
        return standings;
    }

    private Standing standing(Assignment assignment, @Nullable String deployed) {
        String id = assignment.id();
        Application there = applications.standing(id);
        String root = there == null ? null : there.contextRoot();
        List<String> clients = there == null ? List.of() : there.clients();
        Trouble trouble = troubles.get(id);
        long users = assignment.beside() ? applications.users(id) : 0;
        if (assignment.version().equals(deployed) && there != null) {
            boolean current = assignment.beside()
                    || deployer.application(assignment.name()).equals(Optional.of(there));
            List<PlanChange> changes =
                    current && !assignment.beside() ? deployer.planChanges(assignment.name()) : List.of();
            String why = there.failure() != null
                    ? there.failure()
                    : trouble != null
                            ? trouble.why()
                            : there.outOfService().isEmpty() ? null : String.join("; ", there.outOfService());
            boolean notTurned = !assignment.beside() && trouble != null && there.state() == State.RETIRING;
            String state = notTurned ? "FAILED" : shown(assignment, there.state());
            return new Standing(assignment, state, root, clients, why, changes, users, null);
        }
        if (trouble != null && trouble.version().equals(assignment.version())) {
            return new Standing(
                    assignment,
                    trouble.waits() ? "WAITING" : "FAILED",
                    root,
                    clients,
                    trouble.why(),
                    List.of(),
                    users,
                    staging.progress(id));
        }
        if (!mayStart(assignment)) {
            String why = "the version that has the new clients does not run here";
            return new Standing(assignment, "WAITING", root, clients, why, List.of(), users, null);
        }
        return new Standing(assignment, "STARTING", root, clients, null, List.of(), users, staging.progress(id));
    }

    /** The state, or where it is going. */
    private static String shown(Assignment assignment, State state) {
        boolean serves = assignment.beside() ? state == State.RETIRING : state == State.RUNNING;
        if (!assignment.running()) {
            return state == State.STOPPED || state == State.FAILED ? state.name() : "STOPPING";
        }
        return serves || state == State.FAILED || state == State.STOPPING ? state.name() : "STARTING";
    }
}
