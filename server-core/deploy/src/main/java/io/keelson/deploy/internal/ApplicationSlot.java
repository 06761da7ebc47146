package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.work.WorkScope;
import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.VersionedName;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One name under which applications are deployed, one after the other in the place of the one before. Its lock is held for each operation and
 * guards its changes; what operators see may be read at any time. The versions of an application side by side have a slot each, and share the
 * lock; {@link ApplicationVersions} says which of them is active.
 */
final class ApplicationSlot {
    private final String name;
    private final Workshop workshop;
    private final ReentrantLock lock;
    private @Nullable WorkScope workScope;
    private volatile @Nullable RunningApplication running;
    private volatile @Nullable DeploymentRecord record;
    private volatile @Nullable Application snapshot;
    private volatile List<PlanChange> planChanges = List.of();
    private volatile long order;
    private volatile boolean retiring;

    ApplicationSlot(String name, Workshop workshop, ReentrantLock lock) {
        this.name = name;
        this.workshop = workshop;
        this.lock = lock;
    }

    String name() {
        return name;
    }

    /** The place among the applications at the server's start; 0 when nothing is deployed. */
    long order() {
        return order;
    }

    @Nullable
    Application snapshot() {
        return snapshot;
    }

    /** What its deployment plan has changed in the version that runs. */
    List<PlanChange> planChanges() {
        return planChanges;
    }

    /** What is deployed; null when nothing is. */
    @Nullable
    DeploymentRecord record() {
        return record;
    }

    /** Deploys a new version in the place of what is there. */
    Application deploy(Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            return replace(source);
        } finally {
            lock.unlock();
        }
    }

    private Application replace(Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord previous = record;
        DeploymentRecord next = null;
        try {
            show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            swap(source, next);
            record = next;
            order = next.order();
        } catch (DeploymentException | RuntimeException e) {
            failed(source, next, e);
            throw e;
        }
        served(next, began);
        if (previous != null && !previous.content().equals(next.content())) {
            workshop.store().discard(previous.content());
            workshop.step().reached(At.PREVIOUS_DELETED);
        }
        return Objects.requireNonNull(snapshot);
    }

    /** Prepares the next version while the previous one serves; that one stops only for the start of the next. */
    private void swap(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        DeploymentRecord previous = record;
        RunningApplication deployment = workshop.make(next, workScope());
        boolean stopped = false;
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
            workshop.step().reached(At.PREPARED);
            stopped = running != null;
            end();
            workshop.step().reached(At.PREVIOUS_STOPPED);
            workshop.phases().start(deployment);
            workshop.step().reached(At.STARTED);
            workshop.store().commit(next);
        } catch (DeploymentException | RuntimeException e) {
            if (stopped && previous != null) {
                revive(previous, deployment, e);
            } else {
                workshop.phases().undo(deployment);
            }
            throw e;
        }
        running = deployment;
    }

    /** The previous version is prepared before the failed one goes, as in every replacement. */
    private void revive(DeploymentRecord previous, RunningApplication failed, Exception why) {
        RunningApplication again = null;
        boolean undone = false;
        try {
            again = workshop.make(previous, workScope());
            workshop.phases().prepare(again);
            undone = true;
            workshop.phases().undo(failed);
            workshop.phases().start(again);
            running = again;
            LOG.previousServesAgain(name);
        } catch (DeploymentException | RuntimeException e) {
            why.addSuppressed(e);
            if (!undone) {
                workshop.phases().undo(failed);
            }
            if (again != null) {
                workshop.phases().undo(again);
            }
        }
    }

    private void failed(Workshop.Source source, @Nullable DeploymentRecord next, Exception why) {
        String reason = String.valueOf(why.getMessage());
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

    private void served(DeploymentRecord next, long began) {
        show(State.RUNNING, next.source().toString(), null);
        long millis = (workshop.ticker().nanoTime() - began) / 1_000_000;
        LOG.deployed(
                name,
                Objects.requireNonNull(running).contextRoots(),
                next.source().toString(),
                millis);
    }

    /** Starts what a record of a previous run of the server says. Its failure is logged and shown, not thrown. */
    void resume(DeploymentRecord remembered) {
        resume(remembered, false);
    }

    /** As {@link #resume(DeploymentRecord)}; another version is active, so that what works for the application as a whole is not started. */
    void resumeBeside(DeploymentRecord remembered) {
        resume(remembered, true);
    }

    private void resume(DeploymentRecord remembered, boolean beside) {
        lock.lock();
        try {
            retiring = beside;
            long began = workshop.ticker().nanoTime();
            record = remembered;
            order = remembered.order();
            show(State.STARTING, remembered.source().toString(), null);
            RunningApplication deployment = null;
            try {
                deployment = workshop.make(remembered, workScope());
                workshop.phases().prepare(deployment);
                if (beside) {
                    workshop.phases().startModules(deployment);
                } else {
                    workshop.phases().start(deployment);
                }
                running = deployment;
                served(remembered, began);
            } catch (DeploymentException | RuntimeException e) {
                if (deployment != null) {
                    workshop.phases().undo(deployment);
                }
                closeWorkScope();
                LOG.failed(name, String.valueOf(e.getMessage()));
                LOG.debugf(e, "Deploying %s", name);
                show(State.FAILED, remembered.source().toString(), String.valueOf(e.getMessage()));
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sees whether that could be deployed, and leaves nothing of it. What runs runs on. */
    void rehearse(Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            DeploymentRecord next = workshop.takeIn(name, source);
            try {
                rehearse(source, next);
            } finally {
                workshop.store().discard(next.content());
                if (running == null) {
                    closeWorkScope();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void rehearse(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        RunningApplication deployment = workshop.make(next, workScope());
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
        } finally {
            workshop.phases().undo(deployment);
        }
    }

    /** Deploys a version in the place of what is there, and does not start it. */
    Application deployStopped(Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            DeploymentRecord previous = record;
            DeploymentRecord next = null;
            try {
                next = workshop.takeIn(name, source);
                rehearse(source, next);
                workshop.store().commit(next);
            } catch (DeploymentException | RuntimeException e) {
                failed(source, next, e);
                throw e;
            }
            stopNow();
            remember(next);
            if (previous != null) {
                workshop.store().discard(previous.content());
            }
            return Objects.requireNonNull(snapshot);
        } finally {
            lock.unlock();
        }
    }

    private void accept(BooleanSupplier accepting) throws DeploymentException {
        if (!accepting.getAsBoolean()) {
            throw new DeploymentException("the server is stopping; deploy '" + name + "' when it runs again");
        }
    }

    /** Knows what a record says, and does not start it. */
    void remember(DeploymentRecord remembered) {
        lock.lock();
        try {
            record = remembered;
            order = remembered.order();
            show(State.STOPPED, remembered.source().toString(), null);
        } finally {
            lock.unlock();
        }
    }

    /** Starts what is deployed and does not run. */
    Application begin(boolean beside, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            DeploymentRecord known = record;
            if (known == null) {
                throw new DeploymentException("application '" + name + "' was never deployed");
            }
            if (running == null) {
                resume(known, beside);
            }
            Application now = Objects.requireNonNull(snapshot);
            if (now.state() == State.FAILED) {
                throw new DeploymentException(String.valueOf(now.failure()));
            }
            return now;
        } finally {
            lock.unlock();
        }
    }

    /** Stops it; it stays deployed, and does not run before {@link #begin}. */
    void halt() {
        lock.lock();
        try {
            DeploymentRecord known = record;
            if (known != null) {
                stopNow();
                remember(known);
            }
        } finally {
            lock.unlock();
        }
    }

    // ---- versions side by side; the caller holds the lock
    // ------------------------------------------------------------

    /** Whether it serves. */
    boolean runs() {
        return running != null;
    }

    /** Whether it serves on those who have a session only. */
    boolean retires() {
        return retiring && running != null;
    }

    /** Where it is reached; null where it does not run. */
    @Nullable
    String contextRoots() {
        RunningApplication now = running;
        return now == null ? null : now.contextRoots();
    }

    /** Whether it has to be on all servers of its cluster. */
    boolean wholeCluster() {
        RunningApplication now = running;
        return now != null && Workshop.wholeCluster(now).isPresent();
    }

    /** How many sessions and requests use it. */
    long users() {
        RunningApplication now = running;
        return now == null ? 0 : workshop.phases().users(now);
    }

    /** Deploys this version and lets it take the new clients from the active one, which retires. When it fails, that one is as before. */
    Application deployBeside(ApplicationSlot active, Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord previous = record;
        DeploymentRecord next = null;
        try {
            show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            takeTurn(active, source, next);
        } catch (DeploymentException | RuntimeException e) {
            failed(source, next, e);
            if (previous == null) {
                snapshot = null;
            }
            throw e;
        }
        record = next;
        order = next.order();
        retiring = false;
        served(next, began);
        if (previous != null && !previous.content().equals(next.content())) {
            workshop.store().discard(previous.content());
        }
        return Objects.requireNonNull(snapshot);
    }

    /** Deploys this version so that it serves who has a session of it, while another one has the new clients. Where it fails nothing is left. */
    Application deployPassive(Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord next = null;
        try {
            show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            startPassive(source, next);
        } catch (DeploymentException | RuntimeException e) {
            failed(source, next, e);
            throw e;
        }
        DeploymentRecord previous = record;
        record = next;
        order = next.order();
        served(next, began);
        if (previous != null && !previous.content().equals(next.content())) {
            workshop.store().discard(previous.content());
        }
        return Objects.requireNonNull(snapshot);
    }

    private void startPassive(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        RunningApplication deployment = workshop.make(next, workScope());
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
            workshop.phases().startModules(deployment);
            workshop.store().commit(next);
        } catch (DeploymentException | RuntimeException e) {
            workshop.phases().undo(deployment);
            throw e;
        }
        retiring = true;
        running = deployment;
    }

    /** Whether the domain deploys it. */
    boolean ofDomain() {
        DeploymentRecord known = record;
        return known != null && known.origin() == DeploymentRecord.Origin.DOMAIN;
    }

    /** What works for the application as a whole is ended in the one version before it begins in the other. */
    private void takeTurn(ApplicationSlot active, Workshop.Source source, DeploymentRecord next)
            throws DeploymentException {
        RunningApplication deployment = workshop.make(next, workScope());
        boolean closed = false;
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
            workshop.step().reached(At.PREPARED);
            workshop.phases().startModules(deployment);
            closed = true;
            active.close();
            workshop.phases().open(deployment);
            workshop.step().reached(At.STARTED);
            workshop.store().commit(next);
        } catch (DeploymentException | RuntimeException e) {
            workshop.phases().undo(deployment);
            if (closed) {
                active.openAgain();
            }
            throw e;
        }
        running = deployment;
        workshop.phases().activate(deployment);
        active.retire();
    }

    /** Makes a version that retires active again, in the place of another. When that fails, both are as before. */
    Application takeBack(ApplicationSlot active, Workshop.Beside beside) throws DeploymentException {
        RunningApplication own = Objects.requireNonNull(running);
        DeploymentRecord turned = Objects.requireNonNull(record)
                .turned(Math.max(workshop.now().toEpochMilli(), beside.after() + 1), beside.until());
        active.close();
        try {
            workshop.phases().open(own);
            workshop.store().commit(turned);
        } catch (DeploymentException | RuntimeException e) {
            workshop.phases().close(own);
            active.openAgain();
            throw e;
        }
        record = turned;
        order = turned.order();
        becomeActive(own);
        active.retire();
        LOG.activeAgain(name);
        return Objects.requireNonNull(snapshot);
    }

    /** No other version serves any more, or none has come to serve: this one has the new clients. */
    void promote() {
        RunningApplication own = running;
        if (own != null && retiring) {
            openAgain();
            becomeActive(own);
            LOG.activeAgain(name);
        }
    }

    private void becomeActive(RunningApplication own) {
        retiring = false;
        workshop.phases().activate(own);
        showRunning();
    }

    /** The active version has come up again, and takes the new clients from those that retire. */
    void confirm() {
        RunningApplication own = running;
        if (own != null) {
            workshop.phases().activate(own);
        }
    }

    private void retire() {
        if (running != null) {
            retiring = true;
            showRunning();
            LOG.retires(name);
        }
    }

    private void close() {
        RunningApplication own = running;
        if (own != null) {
            workshop.phases().close(own);
        }
    }

    private void openAgain() {
        RunningApplication own = running;
        if (own == null) {
            return;
        }
        try {
            workshop.phases().open(own);
        } catch (DeploymentException e) {
            workshop.phases().close(own);
            LOG.notWhole(name, String.valueOf(e.getMessage()));
        }
    }

    private void showRunning() {
        DeploymentRecord known = record;
        if (known != null) {
            show(State.RUNNING, known.source().toString(), null);
        }
    }

    /** Stops it and deletes it from the disk. */
    void undeploy() throws DeploymentException {
        lock.lock();
        try {
            if (snapshot == null) {
                throw new DeploymentException("no application is called '" + name + "'");
            }
            DeploymentRecord gone = record;
            workshop.store().forget(name);
            stopNow();
            record = null;
            snapshot = null;
            retiring = false;
            if (gone != null) {
                workshop.store().discard(gone.content());
                workshop.step().reached(At.FORGOTTEN_DELETED);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Stops it; it comes again with the server's next start. */
    void stop() {
        lock.lock();
        try {
            stopNow();
            snapshot = null;
        } finally {
            lock.unlock();
        }
    }

    private void stopNow() {
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

    private void end() {
        RunningApplication ending = running;
        running = null;
        if (ending != null) {
            workshop.phases().undo(ending);
        }
    }

    /** What comes in the place of another shares its work managers: two of one name cannot be. */
    private WorkScope workScope() {
        WorkScope own = workScope;
        if (own == null) {
            own = workshop.workManagers().forApplication(name);
            workScope = own;
        }
        return own;
    }

    private void closeWorkScope() {
        WorkScope own = workScope;
        workScope = null;
        if (own != null) {
            own.close();
        }
    }

    private void show(State state, String source, @Nullable String failure) {
        RunningApplication now = running;
        DeploymentRecord known = record;
        VersionedName own = VersionedName.of(name);
        planChanges = now == null ? List.of() : now.plan().changes();
        snapshot = new Application(
                own.name(),
                own.version(),
                state == State.RUNNING && retiring ? State.RETIRING : state,
                now == null ? null : now.contextRoots(),
                source,
                known == null ? null : known.deployed(),
                failure);
    }
}
