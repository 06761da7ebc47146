package io.keelson.deploy.internal;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Deadline;
import io.keelson.deploy.Deployer;
import io.keelson.deploy.ManifestVersion;
import io.keelson.deploy.explain.Explanation;
import io.keelson.deploy.internal.store.DeploymentRecord;
import io.keelson.deploy.internal.store.DeploymentRecord.Origin;
import io.keelson.deploy.plan.PlanChange;
import io.keelson.deploy.spi.ClientApplication;
import io.keelson.deploy.spi.ContextRoot;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The deployer of one server. Each operation runs on a thread of its own. */
final class LocalDeployer implements Deployer, AssignedApplications {
    /** Time that applications get to stop where the deadline has passed already; less than the life cycle waits beyond it. */
    private static final Duration LEAST_TO_STOP = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    private final Workshop workshop;
    private final Turns turns;
    private final Map<String, ApplicationVersions> applications = new ConcurrentHashMap<>();

    private volatile boolean accepting = true;

    LocalDeployer(Workshop workshop) {
        this(workshop, PATIENCE);
    }

    /** With how long an operation waits for another one on the same application. */
    LocalDeployer(Workshop workshop, Duration patience) {
        this.workshop = workshop;
        this.turns = new Turns(patience);
    }

    @Override
    public Application deploy(String name, Path archive, @Nullable String contextRoot) throws DeploymentException {
        return deploy(name, archive, contextRoot, "", Release.OF_ARCHIVE);
    }

    @Override
    public Application deploy(String name, Path archive, @Nullable String contextRoot, @Nullable String plan)
            throws DeploymentException {
        return deploy(name, archive, contextRoot, plan, Release.OF_ARCHIVE);
    }

    @Override
    public Application deploy(
            String name, Path archive, @Nullable String contextRoot, @Nullable String plan, Release release)
            throws DeploymentException {
        check(name, contextRoot);
        own(name);
        Path absolute = archive.toAbsolutePath().normalize();
        Workshop.Source source =
                new Workshop.Source(absolute, absolute, contextRoot, Origin.OPERATOR, plan == null ? plan(name) : plan);
        String version = release.version() == null ? ManifestVersion.of(absolute) : release.version();
        if (version != null && !VersionedName.isVersion(version)) {
            throw new DeploymentException("not a version: '" + version + "'; use " + VersionedName.RULE);
        }
        return turns.call(
                name,
                () -> versions(name)
                        .deploy(new VersionedName(name, version), source, release.retireTimeout(), () -> accepting));
    }

    @Override
    public Application deployForClient(String name, Path archive, ClientApplication client) throws DeploymentException {
        check(name, null);
        if (active(name) != null || workshop.clients().putIfAbsent(name, client) != null) {
            throw new DeploymentException("there is an application '" + name + "' already; undeploy it first");
        }
        boolean deployed = false;
        try {
            Application application = deploy(name, archive, null);
            deployed = true;
            return application;
        } finally {
            if (!deployed) {
                workshop.clients().remove(name, client);
            }
        }
    }

    @Override
    public Explanation explain(String name, Path archive, @Nullable String contextRoot, String plan)
            throws DeploymentException {
        check(name, contextRoot);
        Path absolute = archive.toAbsolutePath().normalize();
        Workshop.Source source = new Workshop.Source(absolute, absolute, contextRoot, Origin.OPERATOR, plan);
        return turns.call(name, () -> versions(name).explain(source, () -> accepting));
    }

    Application deploy(String name, Path archive, @Nullable String contextRoot, Origin origin)
            throws DeploymentException {
        check(name, contextRoot);
        Path absolute = archive.toAbsolutePath().normalize();
        own(name);
        return run(name, new Workshop.Source(absolute, absolute, contextRoot, origin, ""));
    }

    @Override
    public String plan(String name) {
        ApplicationSlot slot = active(name);
        DeploymentRecord record = slot == null ? null : slot.record();
        return record == null ? "" : record.plan();
    }

    @Override
    public List<PlanChange> planChanges(String name) {
        ApplicationSlot slot = active(name);
        return slot == null ? List.of() : slot.planChanges();
    }

    /** Refuses what is not this server's own. */
    private void own(String name) throws DeploymentException {
        if (isOfDomain(name)) {
            throw new DeploymentException("application '" + name
                    + "' is deployed by the domain; deploy it with --target, or undeploy it in the domain first");
        }
    }

    private boolean isOfDomain(String name) {
        ApplicationSlot slot = active(name);
        DeploymentRecord record = slot == null ? null : slot.record();
        return record != null && record.origin() == Origin.DOMAIN;
    }

    // ---- applications of the domain --------------------------------------------------------------------------------

    private Workshop.Source source(Assignment assignment, Path archive) throws DeploymentException {
        check(assignment.name(), assignment.contextRoot());
        ApplicationSlot slot = active(assignment.name());
        if (slot != null && slot.record() != null && !isOfDomain(assignment.name())) {
            throw new DeploymentException("this server has an application of its own called '" + assignment.name()
                    + "'; undeploy that one first, or choose another name");
        }
        Path absolute = archive.toAbsolutePath().normalize();
        return new Workshop.Source(
                absolute,
                absolute,
                assignment.contextRoot(),
                Origin.DOMAIN,
                assignment.version(),
                assignment.plan(),
                assignment.partOfCluster(),
                Workshop.Beside.NONE);
    }

    @Override
    public void rehearse(Assignment assignment, Path archive) throws DeploymentException {
        Workshop.Source source = source(assignment, archive);
        turns.call(assignment.name(), () -> {
            versions(assignment.name()).rehearse(versioned(assignment), source, () -> accepting);
            return true;
        });
    }

    @Override
    public Application deploy(Assignment assignment, Path archive) throws DeploymentException {
        Workshop.Source source = source(assignment, archive);
        return turns.call(
                assignment.name(),
                () -> assignment.running()
                        ? versions(assignment.name())
                                .assign(versioned(assignment), source, assignment.beside(), () -> accepting)
                        : slot(assignment.id()).deployStopped(source, () -> accepting));
    }

    private static VersionedName versioned(Assignment assignment) {
        return new VersionedName(assignment.name(), assignment.label());
    }

    @Override
    public void activate(String id) throws DeploymentException {
        ApplicationSlot slot = assigned(id);
        turns.call(slot.name(), () -> {
            versions(VersionedName.of(id).name()).activate(id, () -> accepting);
            return true;
        });
    }

    @Override
    public @Nullable Application standing(String id) {
        ApplicationSlot slot = slotIfThere(id);
        return slot == null ? null : slot.snapshot();
    }

    @Override
    public long users(String id) {
        ApplicationVersions versions = applications.get(VersionedName.of(id).name());
        return versions == null ? 0 : versions.users(id);
    }

    private @Nullable ApplicationSlot slotIfThere(String id) {
        ApplicationVersions versions = applications.get(VersionedName.of(id).name());
        return versions == null
                ? null
                : versions.slots().stream()
                        .filter(slot -> slot.name().equals(id))
                        .findFirst()
                        .orElse(null);
    }

    private ApplicationSlot assigned(String id) throws DeploymentException {
        ApplicationSlot slot = slotIfThere(id);
        if (slot == null || slot.snapshot() == null) {
            throw new DeploymentException("no application is called '" + id + "'; there are " + names());
        }
        return slot;
    }

    @Override
    public Application start(String name) throws DeploymentException {
        ApplicationSlot slot = assigned(name);
        return turns.call(name, () -> versions(VersionedName.of(name).name()).begin(slot.name(), () -> accepting));
    }

    @Override
    public void stop(String name) throws DeploymentException {
        ApplicationSlot slot = assigned(name);
        turns.call(name, () -> {
            slot.halt();
            return true;
        });
    }

    @Override
    public void remove(String name) throws DeploymentException {
        ApplicationSlot slot = slotIfThere(name);
        if (slot != null && slot.snapshot() != null && (slot.record() == null || slot.ofDomain())) {
            remove(slot);
        }
    }

    @Override
    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        for (ApplicationSlot slot : slots()) {
            DeploymentRecord record = slot.record();
            if (record != null && record.version() != null) {
                versions.put(slot.name(), record.version());
            }
        }
        return versions;
    }

    private Application run(String name, Workshop.Source source) throws DeploymentException {
        return turns.call(name, () -> slot(name).deploy(source, () -> accepting));
    }

    private static void check(String name, @Nullable String contextRoot) throws DeploymentException {
        if (!NAME.matcher(name).matches()) {
            throw new DeploymentException("not a name for an application: '" + name
                    + "'; use letters, digits, dot (not first), hyphen and underscore, at most 100");
        }
        if (contextRoot != null) {
            try {
                new ContextRoot(contextRoot);
            } catch (IllegalArgumentException e) {
                throw new DeploymentException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    private ApplicationVersions versions(String name) {
        return applications.computeIfAbsent(name, n -> new ApplicationVersions(n, workshop));
    }

    /** The slot of that name; of a version {@code name@version}. */
    private ApplicationSlot slot(String name) {
        return versions(VersionedName.of(name).name()).slot(name);
    }

    private List<ApplicationSlot> slots() {
        return applications.values().stream()
                .flatMap(versions -> versions.slots().stream())
                .toList();
    }

    /** The slot of the active version; null where nothing of that name is deployed, or has failed. */
    private @Nullable ApplicationSlot active(String name) {
        ApplicationVersions versions = applications.get(name);
        return versions == null ? null : versions.active();
    }

    @Override
    public Application redeploy(String name) throws DeploymentException {
        return redeploy(name, plan(name));
    }

    @Override
    public Application redeploy(String name, String plan) throws DeploymentException {
        own(name);
        DeploymentRecord known = known(name).record();
        if (known == null) {
            throw new DeploymentException("application '" + name + "' was never deployed; deploy it with its archive");
        }
        // An archive that was sent and is gone since is taken from where it was unpacked.
        Path archive = Files.exists(known.source()) ? known.source() : known.content();
        Workshop.Source source =
                new Workshop.Source(archive, known.source(), known.contextRoot(), known.origin(), plan);
        return turns.call(
                name, () -> versions(name).deploy(VersionedName.of(known.name()), source, null, () -> accepting));
    }

    @Override
    public Application redeployVersion(String name, String version) throws DeploymentException {
        own(name);
        known(name);
        return turns.call(name, () -> versions(name).takeBack(version, () -> accepting));
    }

    private ApplicationSlot known(String name) throws DeploymentException {
        ApplicationSlot slot = active(name);
        if (slot == null || slot.snapshot() == null) {
            throw new DeploymentException("no application is called '" + name + "'; there are " + names());
        }
        return slot;
    }

    private List<String> names() {
        return applications().stream().map(Application::name).toList();
    }

    @Override
    public void undeploy(String name) throws DeploymentException {
        own(name);
        known(name);
        turns.call(name, () -> {
            versions(name).undeploy();
            workshop.clients().remove(name);
            return true;
        });
    }

    @Override
    public void undeploy(String name, String version) throws DeploymentException {
        own(name);
        known(name);
        turns.call(name, () -> {
            versions(name).undeploy(version);
            return true;
        });
    }

    /** Undeploys versions that nobody uses any more, or whose time has come. Does not wait, and does not throw. */
    void retireIdle() {
        if (accepting) {
            applications.values().forEach(versions -> versions.retireIdle(() -> accepting));
        }
    }

    private void remove(ApplicationSlot slot) throws DeploymentException {
        turns.call(slot.name(), () -> {
            versions(VersionedName.of(slot.name()).name()).remove(slot);
            return true;
        });
    }

    @Override
    public List<Application> applications() {
        return applications.values().stream()
                .flatMap(versions -> versions.snapshots().stream())
                .sorted(Comparator.comparing(Application::name))
                .toList();
    }

    @Override
    public Optional<Application> application(String name) {
        ApplicationSlot slot = active(name);
        return slot == null ? Optional.empty() : Optional.ofNullable(slot.snapshot());
    }

    /** The applications that are deployed by that origin. */
    List<DeploymentRecord> records(Origin origin) {
        List<DeploymentRecord> found = new ArrayList<>();
        for (ApplicationSlot slot : slots()) {
            DeploymentRecord record = slot.record();
            if (record != null && record.origin() == origin) {
                found.add(record);
            }
        }
        return found;
    }

    /** Starts everything that was deployed when the server ran last. One that fails does not keep the others. */
    void resumeAll() throws IOException {
        resumeAll(Map.of());
    }

    /**
     * The same; of the applications of the domain those that it wants to run here in the version that is there. The others stay
     * stopped until somebody says what becomes of them.
     */
    void resumeAll(Map<String, Assignment> assigned) throws IOException {
        accepting = true;
        List<DeploymentRecord> records = new ArrayList<>(workshop.store().records());
        // What the domain wants beside another version comes after that one, and not without it.
        records.sort(Comparator.comparing(record -> isBeside(record, assigned)));
        for (DeploymentRecord record : records) {
            ApplicationSlot slot = slot(record.name());
            boolean beside = isBeside(record, assigned);
            boolean newer = record.origin() == Origin.DOMAIN
                    ? beside
                    : records.stream().anyMatch(other -> isNewerVersion(other, record));
            if (record.origin() == Origin.DOMAIN
                    && (!runs(record, assigned.get(record.name())) || beside && !otherRuns(record))) {
                slot.remember(record);
                continue;
            }
            try {
                turns.call(record.name(), () -> {
                    if (newer) {
                        slot.resumeBeside(record);
                    } else {
                        slot.resume(record);
                        versions(VersionedName.of(record.name()).name()).cameUp();
                    }
                    return true;
                });
            } catch (DeploymentException e) {
                throw new IllegalStateException("resuming an application reports its failures itself", e);
            }
        }
    }

    private static boolean isBeside(DeploymentRecord record, Map<String, Assignment> assigned) {
        Assignment wanted = assigned.get(record.name());
        return record.origin() == Origin.DOMAIN && wanted != null && wanted.beside();
    }

    private boolean otherRuns(DeploymentRecord record) {
        ApplicationSlot active = active(VersionedName.of(record.name()).name());
        return active != null && active.runs();
    }

    private static boolean isNewerVersion(DeploymentRecord other, DeploymentRecord record) {
        return other.order() > record.order()
                && VersionedName.of(other.name())
                        .name()
                        .equals(VersionedName.of(record.name()).name());
    }

    private static boolean runs(DeploymentRecord record, @Nullable Assignment wanted) {
        return wanted != null && wanted.running() && wanted.version().equals(record.version());
    }

    /**
     * Refuses new deployments and stops everything, the last started first. What is deployed stays so for the next start. What
     * has not stopped at the deadline is logged and goes on stopping; where one takes long, those after it are stopped meanwhile.
     */
    void stopAll(Deadline deadline) {
        accepting = false;
        List<ApplicationSlot> all = new ArrayList<>(slots());
        all.sort(Comparator.comparing(ApplicationSlot::order).reversed());
        // At least a moment, also where requests have used the time up; the life cycle has patience for a little more.
        Deadline last = deadline.remaining().compareTo(LEAST_TO_STOP) < 0
                ? Deadline.in(deadline.ticker(), LEAST_TO_STOP)
                : deadline;
        Map<ApplicationSlot, OperationThread.Begun> hanging = new LinkedHashMap<>();
        for (ApplicationSlot slot : all) {
            // Half of what is left: one that hangs must not keep those after it from their end.
            Deadline share = Deadline.in(last.ticker(), last.remaining().dividedBy(2));
            OperationThread.Begun stop = OperationThread.beginning("stop of " + slot.name(), slot::stop);
            if (!stop.endsBy(share)) {
                hanging.put(slot, stop);
            }
        }
        hanging.forEach((slot, stop) -> {
            if (!stop.endsBy(last)) {
                LOG.stopsLate(slot.name());
            }
        });
    }
}
