package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.Deployer.Application;
import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one application, of which there are two at most: one is active, the other retires. An application without versions has
 * one slot. Its lock is that of its slots. See docs/design/application-versions.md.
 */
final class ApplicationVersions {
    private final String name;
    private final Workshop workshop;
    private final ReentrantLock lock = new ReentrantLock(true);
    private final Map<String, ApplicationSlot> slots = new ConcurrentHashMap<>();
    private boolean told; // guarded by the lock

    ApplicationVersions(String name, Workshop workshop) {
        this.name = name;
        this.workshop = workshop;
    }

    /** The slot of a version, {@code name@version}, or of the application without one. */
    ApplicationSlot slot(String version) {
        return slots.computeIfAbsent(version, n -> new ApplicationSlot(n, workshop, lock));
    }

    Collection<ApplicationSlot> slots() {
        return List.copyOf(slots.values());
    }

    /** The version that has the new clients, else the newest; null where there is none. Any thread. */
    @Nullable
    ApplicationSlot active() {
        return shown().stream()
                .max(Comparator.comparing((ApplicationSlot slot) -> slot.runs() && !slot.retires())
                        .thenComparing(ApplicationSlot::runs)
                        .thenComparing(ApplicationSlot::order))
                .orElse(null);
    }

    /** Returns what operators see, the active version first. */
    List<Application> snapshots() {
        ApplicationSlot active = active();
        return shown().stream()
                .sorted(Comparator.comparing((ApplicationSlot slot) -> slot != active)
                        .thenComparing(ApplicationSlot::name))
                .map(ApplicationSlot::snapshot)
                .filter(Objects::nonNull)
                .toList();
    }

    private List<ApplicationSlot> shown() {
        return slots.values().stream().filter(slot -> slot.snapshot() != null).toList();
    }

    private List<ApplicationSlot> others(ApplicationSlot than) {
        return shown().stream().filter(slot -> slot != than).toList();
    }

    /** Deploys a version: beside the active one, or in its place where it is that. */
    Application deploy(
            VersionedName wanted, Workshop.Source source, @Nullable Duration retireTimeout, BooleanSupplier accepting)
            throws DeploymentException {
        lock.lock();
        try {
            ApplicationSlot active = active();
            ApplicationSlot slot = slot(wanted.toString());
            if (active == null || active == slot) {
                return inPlace(slot, source, retireTimeout, accepting);
            }
            refuse(wanted, slot);
            accept(accepting);
            Application deployed = slot.turns()
                    .deployBeside(active.turns(), inherited(source, active).beside(beside(active, retireTimeout)));
            if (!active.runs()) {
                active.undeploy();
            }
            return deployed;
        } finally {
            settled();
        }
    }

    private Application inPlace(
            ApplicationSlot slot, Workshop.Source source, @Nullable Duration retireTimeout, BooleanSupplier accepting)
            throws DeploymentException {
        ApplicationSlot other = others(slot).stream().findFirst().orElse(null);
        DeploymentRecord known = slot.record();
        if (other == null) {
            return slot.deploy(source, accepting);
        }
        Workshop.Beside beside = beside(other, retireTimeout);
        Instant until = retireTimeout == null && known != null ? known.othersUntil() : beside.until();
        return slot.deploy(source.beside(beside.until(until)), accepting);
    }

    /** A version has the context root of the one before it where nobody says another. */
    private static Workshop.Source inherited(Workshop.Source source, ApplicationSlot from) {
        DeploymentRecord known = from.record();
        return source.contextRoot() != null || known == null
                ? source
                : new Workshop.Source(
                        source.archive(),
                        source.from(),
                        known.contextRoot(),
                        source.origin(),
                        source.version(),
                        source.plan(),
                        source.partOfCluster(),
                        source.beside());
    }

    private Workshop.Beside beside(ApplicationSlot other, @Nullable Duration retireTimeout) {
        long newest = shown().stream().mapToLong(ApplicationSlot::order).max().orElse(0);
        Instant until = retireTimeout == null ? null : workshop.now().plus(retireTimeout);
        return new Workshop.Beside(newest, other.contextRoots(), until, other.wholeCluster(), other.onOwnDisk());
    }

    private void refuse(VersionedName wanted, ApplicationSlot slot) throws DeploymentException {
        if (wanted.version() == null) {
            throw new DeploymentException("application '" + name + "' has versions (" + told()
                    + "): say with --version, or in the archive's manifest, which one this is");
        }
        if (slot.retires()) {
            throw new DeploymentException("version " + wanted.version() + " of application '" + name
                    + "' retires and still has users: 'keelson redeploy " + name + " --version " + wanted.version()
                    + "' makes it active again as it is; another archive needs another version");
        }
        if (others(slot).size() > 1) {
            throw new DeploymentException("application '" + name + "' has two versions already (" + told()
                    + "); a third can come when the one that retires has ended: undeploy it with --version, or deploy with"
                    + " --retire-timeout");
        }
    }

    private String told() {
        return String.join(
                ", ",
                shown().stream()
                        .sorted(Comparator.comparing(ApplicationSlot::order))
                        .map(slot -> Optional.ofNullable(
                                                VersionedName.of(slot.name()).version())
                                        .orElse("one without a version")
                                + (slot.retires() ? " retires" : ""))
                        .toList());
    }

    private void accept(BooleanSupplier accepting) throws DeploymentException {
        if (!accepting.getAsBoolean()) {
            throw new DeploymentException("the server is stopping; deploy '" + name + "' when it runs again");
        }
    }

    // ---- of the domain, which says which version has the new clients

    private @Nullable ApplicationSlot runningBeside(ApplicationSlot slot) {
        return others(slot).stream().filter(ApplicationSlot::runs).findFirst().orElse(null);
    }

    /** The source of a version that is to be reached where another one is. */
    private Workshop.Source of(Workshop.Source source, @Nullable ApplicationSlot other) {
        return other == null ? source : source.beside(beside(other, null));
    }

    /** Sees whether a version could be deployed. */
    void rehearse(VersionedName wanted, Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            ApplicationSlot slot = slot(wanted.toString());
            slot.rehearse(of(source, runningBeside(slot)), accepting);
        } finally {
            settled();
        }
    }

    /** Explains an archive; nothing of it stays. */
    Explanation explain(Workshop.Source source, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            return slot(name).explain(source, accepting);
        } finally {
            settled();
        }
    }

    /** Deploys a version with the new clients, or beside the one that has them. */
    Application assign(VersionedName wanted, Workshop.Source source, boolean passive, BooleanSupplier accepting)
            throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            ApplicationSlot slot = slot(wanted.toString());
            ApplicationSlot other = runningBeside(slot);
            Workshop.Source whole = of(source, other);
            if (passive && other == null) {
                throw new DeploymentException("version " + wanted + " waits for the one that has the new clients");
            }
            if (passive) {
                return slot.turns().deployPassive(whole);
            }
            return other == null || slot.runs()
                    ? slot.deploy(whole, accepting)
                    : slot.turns().deployBeside(other.turns(), whole);
        } finally {
            settled();
        }
    }

    /** Gives a version the new clients, which another one has, or nobody. */
    void activate(String id, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            ApplicationSlot slot = slot(id);
            ApplicationSlot other = runningBeside(slot);
            if (slot.retires() && other != null) {
                slot.turns().takeBack(other.turns(), beside(other, null));
            } else {
                slot.turns().promote();
            }
        } finally {
            settled();
        }
    }

    /** Stops and forgets a version; what becomes of another one is the domain's matter. */
    void remove(ApplicationSlot slot) throws DeploymentException {
        lock.lock();
        try {
            slot.undeploy();
        } finally {
            settled();
        }
    }

    /** Starts a version that is stopped, beside another one where that has the new clients. */
    Application begin(String id, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            ApplicationSlot slot = slot(id);
            ApplicationSlot other = runningBeside(slot);
            return slot.begin(other != null && !other.retires(), accepting);
        } finally {
            settled();
        }
    }

    /** Returns how many use a version. Waits for no operation. */
    long users(String id) {
        ApplicationSlot slot = slots.get(id);
        return slot == null ? 0 : slot.users();
    }

    /** Makes a version that retires active again; one that is active is deployed again by others. */
    Application takeBack(String version, BooleanSupplier accepting) throws DeploymentException {
        lock.lock();
        try {
            accept(accepting);
            ApplicationSlot slot = known(version);
            ApplicationSlot active = Objects.requireNonNull(active());
            if (!slot.retires()) {
                throw new DeploymentException("version " + version + " of application '" + name
                        + "' does not retire; redeploy the active version without --version");
            }
            return slot.turns().takeBack(active.turns(), beside(active, null));
        } finally {
            lock.unlock();
        }
    }

    private ApplicationSlot known(String version) throws DeploymentException {
        ApplicationSlot slot = slots.get(new VersionedName(name, version).toString());
        if (slot == null || slot.snapshot() == null) {
            throw new DeploymentException(
                    "application '" + name + "' has no version " + version + "; there are: " + told());
        }
        return slot;
    }

    /** All versions, those that retire first. */
    void undeploy() throws DeploymentException {
        lock.lock();
        try {
            if (shown().isEmpty()) {
                throw new DeploymentException("no application is called '" + name + "'");
            }
            for (ApplicationSlot slot : shown().stream()
                    .sorted(Comparator.comparing(ApplicationSlot::order))
                    .toList()) {
                slot.undeploy();
            }
        } finally {
            settled();
        }
    }

    /** One version. */
    void undeploy(String version) throws DeploymentException {
        lock.lock();
        try {
            known(version).undeploy();
        } finally {
            settled();
        }
    }

    /** The end of an operation. */
    private void settled() {
        try {
            settle();
            forgetEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the new clients back to the version that retires, where no version has them: the active one has gone or does not start. */
    private void settle() {
        ApplicationSlot active = active();
        // Of the domain's versions the domain says which one it is: another server may have it.
        if (active != null && active.retires() && !active.ofDomain()) {
            active.turns().promote();
        }
    }

    /** The server has started, and all versions with it: the active one has the new clients where it runs. */
    void cameUp() {
        lock.lock();
        try {
            settle();
            ApplicationSlot active = active();
            if (active != null && others(active).stream().anyMatch(ApplicationSlot::retires)) {
                active.turns().confirm();
            }
        } finally {
            lock.unlock();
        }
    }

    /** A slot of a version that is gone is needed no more; the one without a version may be an operation's that waits for the lock. */
    private void forgetEmpty() {
        slots.entrySet()
                .removeIf(entry -> entry.getValue().snapshot() == null
                        && VersionedName.of(entry.getKey()).version() != null);
    }

    /** Undeploys the version that retires where it is due. Does not wait. */
    void retireIdle(BooleanSupplier accepting) {
        if (slots.size() > 1 && lock.tryLock()) {
            boolean due;
            try {
                due = due() != null;
            } finally {
                lock.unlock();
            }
            if (due) {
                OperationThread.start("retirement of " + name, () -> retire(accepting));
            }
        }
    }

    /** The version that retires, where nobody uses it or its time has come. The caller holds the lock. */
    private @Nullable ApplicationSlot due() {
        ApplicationSlot active = active();
        DeploymentRecord newest = active == null || !active.runs() ? null : active.record();
        if (newest == null) {
            return null;
        }
        Instant until = newest.othersUntil();
        boolean timeHasCome = until != null && !workshop.now().isBefore(until);
        return shown().stream()
                .filter(slot -> slot.retires() && !slot.ofDomain())
                .filter(slot -> timeHasCome || slot.users() == 0)
                .findFirst()
                .orElse(null);
    }

    private void retire(BooleanSupplier accepting) {
        lock.lock();
        try {
            ApplicationSlot due = accepting.getAsBoolean() ? due() : null;
            if (due != null) {
                LOG.retired(due.name(), due.users());
                due.undeploy();
                told = false;
            }
        } catch (DeploymentException e) {
            if (!told) {
                told = true;
                LOG.notRetired(name, String.valueOf(e.getMessage()));
            }
        } finally {
            forgetEmpty();
            lock.unlock();
        }
    }
}
