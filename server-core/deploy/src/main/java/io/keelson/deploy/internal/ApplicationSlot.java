package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.DeploymentException;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One name under which applications are deployed, one after the other in the place of the one before. Its lock is held for each operation
 * and guards the changes of its {@link SlotState}. The versions of an application side by side have a slot each, and share the lock; what
 * they do with one another is in {@link VersionTurns}.
 */
final class ApplicationSlot {
    private final String name;
    private final Workshop workshop;
    private final ReentrantLock lock;
    private final SlotState own;
    private final VersionTurns turns;

    ApplicationSlot(String name, Workshop workshop, ReentrantLock lock) {
        this.name = name;
        this.workshop = workshop;
        this.lock = lock;
        own = new SlotState(name, workshop);
        turns = new VersionTurns(name, workshop, own);
    }

    // ---- what is there; any thread
    // -----------------------------------------------------------------------------------

    String name() {
        return name;
    }

    /** The place among the applications at the server's start; 0 when nothing is deployed. */
    long order() {
        return own.order();
    }

    @Nullable
    Application snapshot() {
        return own.snapshot();
    }

    /** Returns what its deployment plan has changed in the version that runs. */
    List<PlanChange> planChanges() {
        return own.planChanges();
    }

    /** Returns what is deployed; null when nothing is. */
    @Nullable
    DeploymentRecord record() {
        return own.record();
    }

    /** Returns whether it serves. */
    boolean runs() {
        return own.running() != null;
    }

    /** Returns whether it serves on those who have a session only. */
    boolean retires() {
        return own.retiring() && own.running() != null;
    }

    /** Returns whether the domain deploys it. */
    boolean ofDomain() {
        DeploymentRecord known = own.record();
        return known != null && known.origin() == DeploymentRecord.Origin.DOMAIN;
    }

    /** Returns where it is reached; null where it does not run. */
    @Nullable
    String contextRoots() {
        RunningApplication now = own.running();
        return now == null ? null : now.contextRoots();
    }

    /** Returns whether it has to be on all servers of its cluster. */
    boolean wholeCluster() {
        RunningApplication now = own.running();
        return now != null && Workshop.wholeCluster(now).isPresent();
    }

    /** Returns whether it keeps what users have on this server's own disk. */
    boolean onOwnDisk() {
        RunningApplication now = own.running();
        return now != null && Workshop.onOwnDisk(now);
    }

    /** Returns how many sessions and requests use it. */
    long users() {
        RunningApplication now = own.running();
        return now == null ? 0 : workshop.phases().users(now);
    }

    /** Returns what this version does with another one beside it. */
    VersionTurns turns() {
        return turns;
    }

    // ---- operations
    // --------------------------------------------------------------------------------------------------

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
        workshop.libraries().leave(name);
        try {
            return replaceUnused(source);
        } finally {
            workshop.libraries().left(name);
        }
    }

    private Application replaceUnused(Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord previous = own.record();
        DeploymentRecord next = null;
        try {
            own.show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            swap(source, next);
            own.has(next);
        } catch (DeploymentException | RuntimeException e) {
            own.failed(source, next, e);
            throw e;
        }
        own.served(next, began);
        if (own.discard(previous, next)) {
            workshop.step().reached(At.PREVIOUS_DELETED);
        }
        return own.shown();
    }

    /** Prepares the next version while the previous one serves; that one stops only for the start of the next. */
    private void swap(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        DeploymentRecord previous = own.record();
        RunningApplication deployment = own.make(next);
        boolean stopped = false;
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
            workshop.step().reached(At.PREPARED);
            stopped = own.running() != null;
            own.end();
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
        own.runs(deployment);
    }

    /** The previous version is prepared before the failed one goes, as in every replacement. */
    private void revive(DeploymentRecord previous, RunningApplication failed, Exception why) {
        RunningApplication again = null;
        boolean undone = false;
        try {
            again = own.make(previous);
            workshop.phases().prepare(again);
            undone = true;
            workshop.phases().undo(failed);
            workshop.phases().start(again);
            own.runs(again);
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

    /** Starts what a record of a previous run of the server says. Its failure is logged and shown, not thrown. */
    void resume(DeploymentRecord remembered) {
        resume(remembered, false);
    }

    /**
     * Does the same as {@link #resume(DeploymentRecord)}; another version is active, so that what works for the application as a whole is
     * not started.
     */
    void resumeBeside(DeploymentRecord remembered) {
        resume(remembered, true);
    }

    private void resume(DeploymentRecord remembered, boolean beside) {
        lock.lock();
        try {
            own.retiring(beside);
            long began = workshop.ticker().nanoTime();
            own.has(remembered);
            own.show(State.STARTING, remembered.source().toString(), null);
            RunningApplication deployment = null;
            try {
                deployment = own.make(remembered);
                workshop.phases().prepare(deployment);
                if (beside) {
                    workshop.phases().startModules(deployment);
                } else {
                    workshop.phases().start(deployment);
                }
                own.runs(deployment);
                own.served(remembered, began);
            } catch (DeploymentException | RuntimeException e) {
                if (deployment != null) {
                    workshop.phases().undo(deployment);
                }
                own.closeWorkScope();
                String reason = Failures.reason(e);
                LOG.failed(name, reason);
                LOG.debugf(e, "Deploying %s", name);
                own.show(State.FAILED, remembered.source().toString(), reason);
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
                if (own.running() == null) {
                    own.closeWorkScope();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** Explains what would be deployed, and leaves nothing of it. What runs runs on. */
    Explanation explain(Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            String[] converted = new String[1];
            DeploymentRecord next = workshop.takeIn(name, source, told -> converted[0] = told);
            try {
                return explain(next, converted[0]);
            } finally {
                workshop.store().discard(next.content());
                if (own.running() == null) {
                    own.closeWorkScope();
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** A refusal of the application is a part of its explanation. */
    private Explanation explain(DeploymentRecord next, @Nullable String converted) throws DeploymentException {
        RunningApplication deployment = own.make(next);
        try {
            workshop.phases().inspect(deployment);
            return new Explanation(
                    name, converted, null, new Explaining(deployment, workshop.phases(), workshop.parts()).modules());
        } catch (DeploymentException refused) {
            return new Explanation(name, converted, Failures.reason(refused), List.of());
        } finally {
            workshop.phases().undo(deployment);
        }
    }

    private void rehearse(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        RunningApplication deployment = own.make(next);
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
            DeploymentRecord previous = own.record();
            DeploymentRecord next = null;
            try {
                next = workshop.takeIn(name, source);
                rehearse(source, next);
                workshop.store().commit(next);
            } catch (DeploymentException | RuntimeException e) {
                own.failed(source, next, e);
                throw e;
            }
            own.stop();
            remember(next);
            if (previous != null) {
                workshop.store().discard(previous.content());
            }
            return own.shown();
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
            own.has(remembered);
            own.show(State.STOPPED, remembered.source().toString(), null);
        } finally {
            lock.unlock();
        }
    }

    /** Starts what is deployed and does not run. */
    Application begin(boolean beside, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            DeploymentRecord known = own.record();
            if (known == null) {
                throw new DeploymentException("application '" + name + "' was never deployed");
            }
            if (own.running() == null) {
                resume(known, beside);
            }
            Application now = own.shown();
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
            DeploymentRecord known = own.record();
            if (known != null) {
                own.stop();
                remember(known);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Stops it and deletes it from the disk. */
    void undeploy() throws DeploymentException {
        lock.lock();
        try {
            if (own.snapshot() == null) {
                throw new DeploymentException("no application is called '" + name + "'");
            }
            DeploymentRecord gone = own.record();
            workshop.libraries().leave(name);
            try {
                workshop.store().forget(name);
            } finally {
                workshop.libraries().left(name);
            }
            own.stop();
            own.clear();
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
            own.stop();
            own.hide();
        } finally {
            lock.unlock();
        }
    }
}
