package io.keelson.deploy.internal.store;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.internal.archive.ArchiveBudget;
import io.keelson.deploy.internal.archive.LibraryArchive;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.store.Step.At;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.zip.ZipException;

/**
 * The applications of a server on disk.
 *
 * <pre>
 * records/NAME.properties    the application is deployed exactly when this file is there
 * content/NAME/VERSION/      the files of a packed application
 * </pre>
 *
 * <p>New content lies in a new directory, whole and synced, before a record names it; the record is replaced by one rename,
 * which is the moment from which the new version is deployed. Whatever no record names is a remain of a deployment that did
 * not happen, and {@link #sweep} deletes it. Thread-safe for different applications.
 */
public final class DeploymentStore {
    private static final String RECORD = ".properties";
    private static final String UNFINISHED = ".new";

    private final Path records;
    private final Path contents;
    private final Unpacker unpacker;
    private final Intake intake;
    private final Step step;

    /**
     * Takes a directory.
     *
     * @param directory is made when it is not there
     * @param intake what is done to files before they get their place
     */
    public DeploymentStore(Path directory, Unpacker unpacker, Intake intake, Step step) throws IOException {
        this.records =
                Files.createDirectories(directory.toAbsolutePath().normalize().resolve("records"));
        this.contents =
                Files.createDirectories(directory.toAbsolutePath().normalize().resolve("content"));
        this.unpacker = unpacker;
        this.intake = intake;
        this.step = step;
    }

    /**
     * Takes an archive in: a directory is left where it is unless it has to be changed, a file is unpacked into a new directory
     * of the store.
     *
     * @return the directory with the application's files
     */
    public Path takeIn(String name, Path archive) throws DeploymentException {
        return takeIn(name, archive, converted -> {});
    }

    /**
     * The same, and tells what was converted.
     *
     * @param converted called with it where something was
     */
    public Path takeIn(String name, Path archive, Consumer<String> converted) throws DeploymentException {
        boolean directory = Files.isDirectory(archive);
        if (!directory && !Files.isRegularFile(archive)) {
            throw new DeploymentException("there is no archive or directory " + archive);
        }
        try {
            if (!directory && LibraryArchive.is(archive)) {
                String kept = LibraryArchive.kept(archive);
                return placed(
                        name,
                        archive,
                        (unfinished, budget) -> Files.copy(archive, unfinished.resolve(kept)),
                        converted);
            }
            if (!directory) {
                return placed(
                        name,
                        archive,
                        (unfinished, budget) -> unpacker.unpack(archive, unfinished, budget, ""),
                        converted);
            }
            Optional<String> reason =
                    archive.startsWith(contents) ? Optional.empty() : intake.whyNotInPlace(name, archive);
            if (reason.isEmpty()) {
                return archive;
            }
            LOG.copied(name, archive.toString(), reason.get());
            return placed(name, archive, (unfinished, budget) -> DurableFiles.copyTree(archive, unfinished), converted);
        } catch (ZipException e) {
            throw new DeploymentException("the archive " + archive + " cannot be deployed: " + e.getMessage(), e);
        } catch (IOException e) {
            throw DeploymentException.storage(
                    "the archive " + archive + " cannot be taken into " + contents + ": " + e.getMessage()
                            + "; look at the disk's space and rights",
                    e);
        }
    }

    /** Fills a new directory. */
    private interface Filling {
        void fill(Path unfinished, ArchiveBudget budget) throws IOException, DeploymentException;
    }

    private Path placed(String name, Path archive, Filling filling, Consumer<String> converted)
            throws IOException, DeploymentException {
        Path versions = Files.createDirectories(contents.resolve(name));
        String version = Long.toString(nextVersion(versions));
        Path unfinished = Files.createDirectory(versions.resolve(version + UNFINISHED));
        try {
            step.reached(At.CONTENT_CREATED);
            ArchiveBudget budget = unpacker.budget(archive);
            filling.fill(unfinished, budget);
            step.reached(At.CONTENT_UNPACKED);
            intake.prepare(name, String.valueOf(archive.getFileName()), unfinished, budget)
                    .ifPresent(converted);
            step.reached(At.CONTENT_PREPARED);
            DurableFiles.syncTree(unfinished);
            step.reached(At.CONTENT_SYNCED);
            Path content = Files.move(unfinished, versions.resolve(version), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.sync(versions);
            DurableFiles.sync(contents);
            step.reached(At.CONTENT_IN_PLACE);
            return content;
        } catch (IOException | DeploymentException | RuntimeException | Error e) {
            delete(unfinished);
            deleteIfEmpty(versions);
            throw e;
        }
    }

    private static long nextVersion(Path versions) throws IOException {
        long last = 0;
        for (Path version : list(versions)) {
            String name = String.valueOf(version.getFileName()).replace(UNFINISHED, "");
            last = name.matches("\\d{1,18}") ? Math.max(last, Long.parseLong(name)) : last;
        }
        return last + 1;
    }

    /** Writes the record, replacing that of the previous version. When this returns, the application is deployed. */
    public void commit(DeploymentRecord record) throws DeploymentException {
        Path file = records.resolve(record.name() + RECORD);
        Path unfinished = records.resolve(record.name() + RECORD + UNFINISHED);
        try {
            Files.writeString(unfinished, record.written(contents), StandardCharsets.UTF_8);
            DurableFiles.sync(unfinished);
            step.reached(At.RECORD_WRITTEN);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DurableFiles.sync(records);
            step.reached(At.COMMITTED);
        } catch (IOException e) {
            delete(unfinished);
            throw DeploymentException.storage(
                    "the record " + file + " cannot be written: " + e.getMessage() + "; look at the disk", e);
        }
    }

    /** Removes the record: the application is not deployed any more when this returns. */
    public void forget(String name) throws DeploymentException {
        try {
            Files.deleteIfExists(records.resolve(name + RECORD));
            DurableFiles.sync(records);
            step.reached(At.FORGOTTEN);
        } catch (IOException e) {
            throw DeploymentException.storage(
                    "the record of application '" + name + "' cannot be deleted from " + records, e);
        }
    }

    /** Deletes an application's files where they lie in the store. What cannot be deleted is logged and left to a sweep. */
    public void discard(Path content) {
        if (content.startsWith(contents)) {
            delete(content);
            Path versions = content.getParent();
            if (versions != null && !versions.equals(contents)) {
                deleteIfEmpty(versions);
            }
        }
    }

    /** Other versions of the application may still be there, or come at this moment. */
    private static void deleteIfEmpty(Path versions) {
        try {
            Files.deleteIfExists(versions);
        } catch (IOException e) {
            LOG.debugf("%s stays: %s", versions, e);
        }
    }

    private static void delete(Path directory) {
        try {
            DurableFiles.deleteTree(directory);
        } catch (IOException e) {
            LOG.notDeleted(directory.toString(), String.valueOf(e.getMessage()));
        }
    }

    /** The records, in the order in which the applications are to be started. Unreadable ones are logged. */
    public List<DeploymentRecord> records() throws IOException {
        return records((file, reason) -> LOG.recordUnreadable(file.toString(), reason));
    }

    private List<DeploymentRecord> records(BiConsumer<Path, String> unreadable) throws IOException {
        List<DeploymentRecord> found = new ArrayList<>();
        for (Path file : list(records)) {
            if (file.toString().endsWith(RECORD)) {
                try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
                    found.add(DeploymentRecord.read(in, contents));
                } catch (IOException e) {
                    unreadable.accept(file, String.valueOf(e.getMessage()));
                }
            }
        }
        found.sort(Comparator.comparingLong(DeploymentRecord::order).thenComparing(DeploymentRecord::name));
        return found;
    }

    /** Deletes what no record names. Called once, at the server's start. Where a record is unreadable, nothing is deleted. */
    public void sweep() throws IOException {
        // What is unreadable is logged when the applications are started.
        List<DeploymentRecord> known = records((file, reason) -> {});
        List<Path> remains = new ArrayList<>();
        long readable = 0;
        for (Path file : list(records)) {
            boolean record = file.toString().endsWith(RECORD);
            readable += record ? 1 : 0;
            if (!record) {
                remains.add(file);
            }
        }
        if (readable == known.size()) {
            Set<Path> named = known.stream().map(DeploymentRecord::content).collect(Collectors.toSet());
            for (Path versions : list(contents)) {
                list(versions).stream().filter(v -> !named.contains(v)).forEach(remains::add);
            }
        }
        remains.forEach(DeploymentStore::delete);
        for (Path versions : list(contents)) {
            if (list(versions).isEmpty()) {
                delete(versions);
            }
        }
        if (!remains.isEmpty()) {
            LOG.swept(remains.size());
        }
    }

    private static List<Path> list(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            List<Path> all = new ArrayList<>();
            files.forEach(all::add);
            return all;
        }
    }
}
