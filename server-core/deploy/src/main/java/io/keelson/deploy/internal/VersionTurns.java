package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.Deployer.State;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.spi.DeploymentException;
import java.util.Objects;

/**
 * Starts a version beside another one of the same application, and moves new clients from one to the other. The caller holds the lock that
 * the slots of both share; {@link ApplicationVersions} says which of them is active. See docs/design/application-versions.md.
 */
final class VersionTurns {
    private final String name;
    private final Workshop workshop;
    private final SlotState own;

    /**
     * Those of a version.
     *
     * @param own what its slot has
     */
    VersionTurns(String name, Workshop workshop, SlotState own) {
        this.name = name;
        this.workshop = workshop;
        this.own = own;
    }

    /** Deploys this version and lets it take the new clients from the active one, which retires. When it fails, that one is as before. */
    Application deployBeside(VersionTurns active, Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord previous = own.record();
        DeploymentRecord next = null;
        try {
            own.show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            takeTurn(active, source, next);
        } catch (DeploymentException | RuntimeException e) {
            own.failed(source, next, e);
            if (previous == null) {
                own.hide();
            }
            throw e;
        }
        own.has(next);
        own.retiring(false);
        own.served(next, began);
        own.discard(previous, next);
        return own.shown();
    }

    /**
     * Deploys this version so that it serves who has a session of it, while another one has the new clients. Where it fails nothing is
     * left.
     */
    Application deployPassive(Workshop.Source source) throws DeploymentException {
        long began = workshop.ticker().nanoTime();
        DeploymentRecord previous = own.record();
        DeploymentRecord next = null;
        try {
            own.show(State.STARTING, source.from().toString(), null);
            next = workshop.takeIn(name, source);
            startPassive(source, next);
        } catch (DeploymentException | RuntimeException e) {
            own.failed(source, next, e);
            throw e;
        }
        own.has(next);
        own.served(next, began);
        own.discard(previous, next);
        return own.shown();
    }

    private void startPassive(Workshop.Source source, DeploymentRecord next) throws DeploymentException {
        RunningApplication deployment = own.make(next);
        try {
            workshop.phases().prepare(deployment);
            source.check(deployment);
            workshop.phases().startModules(deployment);
            workshop.store().commit(next);
        } catch (DeploymentException | RuntimeException e) {
            workshop.phases().undo(deployment);
            throw e;
        }
        own.retiring(true);
        own.runs(deployment);
    }

    /** Replaces the active version; work for the application as a whole ends in the one version before it begins in the other. */
    private void takeTurn(VersionTurns active, Workshop.Source source, DeploymentRecord next)
            throws DeploymentException {
        RunningApplication deployment = own.make(next);
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
        own.runs(deployment);
        workshop.phases().activate(deployment);
        active.retire();
    }

    /** Makes a version that retires active again, in the place of another. When that fails, both are as before. */
    Application takeBack(VersionTurns active, Workshop.Beside beside) throws DeploymentException {
        RunningApplication running = Objects.requireNonNull(own.running());
        DeploymentRecord turned = Objects.requireNonNull(own.record())
                .turned(Math.max(workshop.now().toEpochMilli(), beside.after() + 1), beside.until());
        active.close();
        try {
            workshop.phases().open(running);
            workshop.store().commit(turned);
        } catch (DeploymentException | RuntimeException e) {
            workshop.phases().close(running);
            active.openAgain();
            throw e;
        }
        own.has(turned);
        becomeActive(running);
        active.retire();
        LOG.activeAgain(name);
        return own.shown();
    }

    /** No other version serves any more, or none has come to serve: this one has the new clients. */
    void promote() {
        RunningApplication running = own.running();
        if (running != null && own.retiring()) {
            openAgain();
            becomeActive(running);
            LOG.activeAgain(name);
        }
    }

    private void becomeActive(RunningApplication running) {
        own.retiring(false);
        workshop.phases().activate(running);
        showRunning();
    }

    /** The active version has come up again, and takes the new clients from those that retire. */
    void confirm() {
        RunningApplication running = own.running();
        if (running != null) {
            workshop.phases().activate(running);
        }
    }

    private void retire() {
        if (own.running() != null) {
            own.retiring(true);
            showRunning();
            LOG.retires(name);
        }
    }

    private void close() {
        RunningApplication running = own.running();
        if (running != null) {
            workshop.phases().close(running);
        }
    }

    private void openAgain() {
        RunningApplication running = own.running();
        if (running == null) {
            return;
        }
        try {
            workshop.phases().open(running);
        } catch (DeploymentException e) {
            workshop.phases().close(running);
            LOG.notWhole(name, String.valueOf(e.getMessage()));
        }
    }

    private void showRunning() {
        DeploymentRecord known = own.record();
        if (known != null) {
            own.show(State.RUNNING, known.source().toString(), null);
        }
    }
}
