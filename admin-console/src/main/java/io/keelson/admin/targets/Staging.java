package io.keelson.admin.targets;

import io.keelson.admin.change.FailPoints;
import io.keelson.base.thread.Threads;
import io.keelson.base.time.Ticker;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.targets.AssignedApplications;
import io.keelson.deploy.targets.Assignment;
import io.keelson.deploy.targets.TargetSettings.StageMode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The archives that a server has, and how it comes by them: {@code stage/fetched/DIGEST/FILE} and {@code stage/external/APPLICATION/FILE}
 * in the server's directory. {@code lock} is held by who brings an archive here; what has come of it can be read at any time.
 */
final class Staging {
    private static final int ATTEMPTS = 5;
    private static final Duration YOUNG = Duration.ofHours(1);

    private final Path directory;
    private final Source source;
    private final AssignedApplications applications;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Progress> progress = new ConcurrentHashMap<>();
    private volatile @Nullable Job job;

    /** Where archives of the stage mode {@code stage} are had from. */
    interface Source {
        /**
         * Brings an archive to a file, of which a part may be there already.
         *
         * @throws IOException when it broke off, or the disk does not take it; what has come stays
         */
        void fetch(Assignment assignment, Path file, Meter meter) throws IOException;
    }

    /** Is told how far it is. */
    interface Meter {
        /** So many bytes are there. */
        void at(long bytes, long of);
    }

    /**
     * How far an application is.
     *
     * @param step fetching, checking, rehearsing or ready
     * @param bytes those that are there
     * @param of how many there will be; 0 while not known
     */
    record Progress(String step, long bytes, long of) {}

    /**
     * What the admin server has asked for.
     *
     * @param attempt the attempt of an activation
     * @param state running, ready or refused
     * @param why why it was refused
     */
    record Job(String attempt, String state, @Nullable String why) {}

    /**
     * A staging area.
     *
     * @param directory {@code stage} in the server's directory
     */
    Staging(Path directory, Source source, AssignedApplications applications, Ticker ticker) {
        this.directory = directory;
        this.source = source;
        this.applications = applications;
        this.ticker = ticker;
    }

    /** The place of an archive that somebody else puts there. */
    Path external(Assignment assignment) {
        return directory.resolve("external").resolve(assignment.name()).resolve(assignment.archive());
    }

    private Path fetched(Assignment assignment) {
        return directory.resolve("fetched").resolve(assignment.digest()).resolve(assignment.archive());
    }

    /** How far the applications are that come here; by name. */
    Map<String, Progress> progress() {
        return Map.copyOf(progress);
    }

    /** What was asked for last. */
    @Nullable
    Job job() {
        return job;
    }

    /** Begins to bring archives here and to rehearse their deployment; what was asked for before is forgotten. */
    void begin(String attempt, List<Assignment> wanted) {
        job = new Job(attempt, "running", null);
        Threads.daemon("keelson.stage", () -> work(attempt, wanted)).start();
    }

    private void work(String attempt, List<Assignment> wanted) {
        String why = null;
        try {
            for (Assignment assignment : wanted) {
                rehearse(assignment);
            }
        } catch (IOException | DeploymentException e) {
            why = String.valueOf(e.getMessage());
        } catch (RuntimeException | Error e) { // the admin server waits for an answer
            TargetLog.LOG.failed(e);
            why = "an error of the server itself: " + e;
        }
        if (why != null) {
            TargetLog.LOG.notStaged(wanted.stream().map(Assignment::name).collect(Collectors.joining(", ")), why);
        }
        lock.lock();
        try {
            Job now = job;
            if (now != null && now.attempt().equals(attempt)) {
                job = new Job(attempt, why == null ? "ready" : "refused", why);
            }
        } finally {
            lock.unlock();
        }
    }

    private void rehearse(Assignment assignment) throws IOException, DeploymentException {
        try {
            Path archive = obtain(assignment, ATTEMPTS);
            progress.computeIfPresent(
                    assignment.id(), (name, now) -> new Progress("rehearsing", now.bytes(), now.of()));
            FailPoints.reach("before-rehearsal");
            applications.rehearse(assignment, archive);
        } finally {
            progress.remove(assignment.id());
        }
    }

    /**
     * The archive of an application, brought here if it has to be; its digest is right.
     *
     * @param attempts how often a transfer that breaks off is gone on with
     * @throws IOException when it cannot be had; the message says why, and what to do
     */
    Path obtain(Assignment assignment, int attempts) throws IOException {
        return switch (assignment.mode()) {
            case STAGE -> fetch(assignment, attempts);
            case NOSTAGE -> checked(assignment, Objects.requireNonNull(assignment.path()), "");
            case EXTERNAL_STAGE ->
                checked(assignment, external(assignment), "; with external-stage somebody else puts it there");
        };
    }

    private Path checked(Assignment assignment, Path file, String hint) throws IOException {
        boolean directory = Files.isDirectory(file);
        if (!directory && !Files.isRegularFile(file)) {
            throw new IOException("the archive " + file + " of application '" + assignment.name()
                    + "' is not there or cannot be read" + hint);
        }
        long bytes = directory ? 0 : Files.size(file);
        progress.put(assignment.id(), new Progress("checking", bytes, bytes));
        String digest = ArchiveStore.describe(file, assignment.archive()).digest();
        if (!digest.equals(assignment.digest())) {
            throw new IOException("the archive " + file + " of application '" + assignment.name()
                    + "' is another one than what is deployed: its SHA-256 is " + digest + ", not "
                    + assignment.digest());
        }
        return file;
    }

    private Path fetch(Assignment assignment, int attempts) throws IOException {
        Path file = fetched(assignment);
        lock.lock();
        try {
            if (Files.isRegularFile(file)) {
                return file;
            }
            Path place = Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Path part = place.resolve(assignment.archive() + ".part");
            progress.put(assignment.id(), new Progress("fetching", 0, 0));
            for (int attempt = 1; ; attempt++) {
                boolean resumed = Files.exists(part);
                try {
                    source.fetch(
                            assignment,
                            part,
                            (bytes, of) -> progress.put(assignment.id(), new Progress("fetching", bytes, of)));
                    return place(assignment, part, file);
                } catch (WrongContentException e) {
                    // What was there before may be what is wrong.
                    if (!resumed || attempt >= attempts) {
                        throw e;
                    }
                } catch (IOException e) {
                    if (attempt >= attempts || e instanceof ServerCalls.RefusedException) {
                        throw new IOException(
                                "the archive of application '" + assignment.name() + "' cannot be fetched to " + place
                                        + ": " + e.getMessage(),
                                e);
                    }
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /** What has come is another archive. */
    private static final class WrongContentException extends IOException {
        private static final long serialVersionUID = 1L;

        WrongContentException(String message) {
            super(message);
        }
    }

    /** What has come as a whole gets its place; what is another is deleted. */
    private static Path place(Assignment assignment, Path part, Path file) throws IOException {
        String digest = ArchiveStore.describe(part, assignment.archive()).digest();
        if (!digest.equals(assignment.digest())) {
            Files.delete(part);
            throw new WrongContentException("what came of application '" + assignment.name()
                    + "' is not what was sent: its SHA-256 is " + digest + ", not " + assignment.digest());
        }
        Files.move(part, file);
        ArchiveStore.sync(Objects.requireNonNull(file.getParent()));
        return file;
    }

    /**
     * Deletes fetched archives that nobody wants, but not those that came within the last hour: they may be about to be wanted, also
     * after a restart.
     */
    void sweep(Collection<Assignment> wanted) throws IOException {
        Path fetched = directory.resolve("fetched");
        if (!Files.isDirectory(fetched) || !lock.tryLock()) {
            return;
        }
        try (DirectoryStream<Path> places = Files.newDirectoryStream(fetched)) {
            Set<String> digests = wanted.stream()
                    .filter(one -> one.mode() == StageMode.STAGE)
                    .map(Assignment::digest)
                    .collect(Collectors.toSet());
            long before = ticker.currentTimeMillis() - YOUNG.toMillis();
            for (Path place : places) {
                if (!digests.contains(String.valueOf(place.getFileName()))
                        && Files.getLastModifiedTime(place).toMillis() < before) {
                    delete(place);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private static void delete(Path place) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place)) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(place);
    }

    /** What is there of it; for the state of an application. */
    @Nullable
    Progress progress(String application) {
        return progress.get(application);
    }

    /** Forgets how far an application was, once it is deployed or cannot be had. */
    void done(String application) {
        progress.remove(application);
    }
}
