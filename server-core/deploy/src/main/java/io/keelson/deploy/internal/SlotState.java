package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.work.WorkScope;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Deployed and running application of an {@link ApplicationSlot}, and operators' view of it. Changed by the holder of the slot's lock; may
 * be read at any time.
 */
final class SlotState {
    private final String name;
    private final Workshop workshop;
    private @Nullable WorkScope workScope;
    private volatile @Nullable RunningApplication running;
    private volatile @Nullable DeploymentRecord record;
    private volatile @Nullable Application snapshot;
    private volatile List<PlanChange> planChanges = List.of();
    private volatile long order;
    private volatile boolean retiring;

    SlotState(String name, Workshop workshop) {
        this.name = name;
        this.workshop = workshop;
    }

    /** The place among the applications at the server's start; 0 when nothing is deployed. */
    long order() {
        return order;
    }

    @Nullable
    Application snapshot() {
        return snapshot;
    }

    /** The same, where something is shown. */
    Application shown() {
        return Objects.requireNonNull(snapshot);
    }

    /** Returns what its deployment plan has changed in the version that runs. */
    List<PlanChange> planChanges() {
        return planChanges;
    }

    /** Returns what is deployed; null when nothing is. */
    @Nullable
    DeploymentRecord record() {
        return record;
    }

    /** Returns what serves; null where nothing does. */
    @Nullable
    RunningApplication running() {
        return running;
    }

    /** Returns whether another version has the new clients. */
    boolean retiring() {
        return retiring;
    }

    void retiring(boolean now) {
        retiring = now;
    }

    /** Serves from now on. */
    void runs(RunningApplication deployment) {
        running = deployment;
    }

    /** Is deployed from now on. */
    void has(DeploymentRecord deployed) {
        record = deployed;
        order = deployed.order();
    }

    /** Nothing is deployed any more. */
    void clear() {
        record = null;
        retiring = false;
        hide();
    }

    /** Operators see nothing of it. */
    void hide() {
        snapshot = null;
        alarm(List.of());
    }

    /**
     * Makes what a record says, without preparing it. What comes in the place of another shares its work managers: two of one name cannot
     * be.
     */
    RunningApplication make(DeploymentRecord of) throws DeploymentException {
        WorkScope own = workScope;
        if (own == null) {
            own = workshop.workManagers().forApplication(name);
            workScope = own;
        }
        return workshop.make(of, own);
    }

    void closeWorkScope() {
        WorkScope own = workScope;
        workScope = null;
        if (own != null) {
            own.close();
        }
    }

    /** Forgets the content of a record that another has come in the place of; tells whether there was any. */
    boolean discard(@Nullable DeploymentRecord previous, DeploymentRecord next) {
        if (previous == null || previous.content().equals(next.content())) {
            return false;
        }
        workshop.store().discard(previous.content());
        return true;
    }

    /** Has not come to be deployed: nothing stays of it, and what ran runs on. */
    void failed(Workshop.Source source, @Nullable DeploymentRecord next, Exception why) {
        String reason = Failures.reason(why);
        LOG.failed(name, reason);
        LOG.debugf(why, "Deploying %s", name);
        DeploymentRecord kept = record;
        if (next != null && (kept == null || !kept.content().equals(next.content()))) {
            workshop.store().discard(next.content());
        }
        if (running != null && kept != null) {
            show(State.RUNNING, kept.source().toString(), null);
        } else {
            closeWorkScope();
            show(State.FAILED, source.from().toString(), reason);
        }
    }

    /** Serves, and took since then to come to that. */
    void served(DeploymentRecord next, long began) {
        show(State.RUNNING, next.source().toString(), null);
        long millis = (workshop.ticker().nanoTime() - began) / 1_000_000;
        String roots = Objects.requireNonNull(running).contextRoots();
        if (roots.isEmpty()) {
            LOG.deployedWithoutWeb(name, next.source().toString(), millis);
        } else {
            LOG.deployed(name, roots, next.source().toString(), millis);
        }
    }

    /** Stops what runs. */
    void stop() {
        Application shown = snapshot;
        if (shown != null && running != null) {
            show(State.STOPPING, shown.source(), null);
        }
        boolean was = running != null;
        end();
        closeWorkScope();
        if (was) {
            LOG.undeployed(name);
        }
    }

    /** Ends what runs, for what comes in its place. */
    void end() {
        RunningApplication ending = running;
        running = null;
        if (ending != null) {
            workshop.phases().undo(ending);
        }
    }

    void show(State state, String source, @Nullable String failure) {
        RunningApplication now = running;
        DeploymentRecord known = record;
        VersionedName own = VersionedName.of(name);
        planChanges = now == null ? List.of() : now.plan().changes();
        snapshot = new Application(
                own.name(),
                own.version(),
                state == State.RUNNING && retiring ? State.RETIRING : state,
                now == null || now.contextRoots().isEmpty() ? null : now.contextRoots(),
                source,
                known == null ? null : known.deployed(),
                failure,
                now == null ? List.of() : now.clients(),
                now == null ? List.of() : now.outOfService());
        alarm(shown().outOfService());
    }

    private void alarm(List<String> outOfService) {
        workshop.alarms().set("application-" + name, outOfService.isEmpty() ? null : String.join("; ", outOfService));
    }
}
