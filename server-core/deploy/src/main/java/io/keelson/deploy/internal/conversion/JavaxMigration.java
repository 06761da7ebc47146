package io.keelson.deploy.internal.conversion;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.base.time.Ticker;
import io.keelson.deploy.internal.conversion.ConvertedLibraries.Outcome;
import io.keelson.deploy.internal.conversion.JavaxSettings.Mode;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.NamespaceMigration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Converts applications that were made for Java EE when they are taken in, before they get their place: what the server keeps
 * is the converted application. Thread-safe. See docs/design/old-applications.md.
 */
public final class JavaxMigration {
    private static final Set<String> ARCHIVES = Set.of("jar", "war", "rar");
    private static final String CLASSES = "WEB-INF/classes/";
    private static final Pattern UNPACKED = Pattern.compile("(?i)^.*?\\.[jr]ar/");
    private static final long MOST_TEXT = 64 << 20;

    private final Tool tool;
    private final ConvertedLibraries libraries;
    private final Function<String, JavaxSettings> settings;
    private final long mostBytes;
    private final Ticker ticker;

    /** Source of the converter. */
    @FunctionalInterface
    public interface Tool {
        /** The tool; throws where the server does not have it. */
        NamespaceMigration open() throws DeploymentException;
    }

    /**
     * Makes one.
     *
     * @param tool asked for with the first application that needs it
     * @param settings what the domain says of an application of that name now
     * @param mostBytes how large the libraries of an application may be unpacked, in bytes
     */
    public JavaxMigration(
            Tool tool,
            ConvertedLibraries libraries,
            Function<String, JavaxSettings> settings,
            long mostBytes,
            Ticker ticker) {
        this.tool = tool;
        this.libraries = libraries;
        this.settings = settings;
        this.mostBytes = mostBytes;
        this.ticker = ticker;
    }

    /**
     * Returns true if the application in that directory is to be converted. Logs it where the domain forbids the conversion of one that
     * needs it.
     */
    public boolean wanted(String application, Path directory) throws IOException, DeploymentException {
        if (!Origin.isJavaEe(directory, mostBytes)) {
            return false;
        }
        boolean auto = settings.apply(application).javaxMigration() == Mode.AUTO;
        if (!auto) {
            LOG.migrationOff(application);
        }
        return auto;
    }

    /**
     * Converts the application in that directory, in place.
     *
     * @return what was converted, for messages
     * @throws DeploymentException when it cannot be; the directory may then be converted in part
     */
    public String convert(String application, Path directory) throws DeploymentException {
        long began = ticker.nanoTime();
        NamespaceMigration migration = tool.open();
        Tally tally = new Tally();
        Signers signers = new Signers();
        try {
            Companions companions = Companions.of(migration);
            List<Path> files;
            try (Stream<Path> walk = Files.walk(directory)) {
                files = walk.filter(Files::isRegularFile).sorted().toList();
            }
            for (Path file : files) {
                String path = directory.relativize(file).toString().replace('\\', '/');
                one(application, migration, companions, file, path, tally, signers);
                rename(directory, file, path, migration.path(path));
            }
            for (Map.Entry<String, String> companion : tally.companions.entrySet()) {
                write(directory, companion.getKey(), companions.file(companion.getValue()));
            }
            for (Signers.Library library : signers.toLose()) {
                Path file = directory.resolve(migration.path(library.path()));
                if (Files.exists(file)) {
                    unsign(application, file, library.path(), tally);
                }
            }
        } catch (IOException e) {
            throw new DeploymentException(
                    "the application was made for Java EE and cannot be converted to Jakarta EE: " + e.getMessage(), e);
        }
        LOG.migrated(
                application,
                tally.classes,
                tally.texts,
                tally.libraries,
                tally.fromCache,
                (ticker.nanoTime() - began) / 1_000_000,
                migration.version());
        return "classes: " + tally.classes + ", texts: " + tally.texts + ", libraries: " + tally.libraries;
    }

    private void one(
            String application,
            NamespaceMigration migration,
            Companions companions,
            Path file,
            String path,
            Tally tally,
            Signers signers)
            throws IOException {
        if (ARCHIVES.contains(Origin.extension(path))) {
            Signers.Library before = Signers.of(file, path);
            signers.add(before, library(application, migration, companions, file, path, tally) != Outcome.SAME);
        } else if (migration.converts(path) && Files.size(file) <= MOST_TEXT) {
            try {
                Optional<byte[]> converted = migration.convert(path, Files.readAllBytes(file));
                if (converted.isPresent()) {
                    Files.write(file, converted.get());
                    tally.converted(path);
                    String root = rootOf(path);
                    if (root != null) {
                        companions.neededBy(path, converted.get()).forEach(c -> tally.companions.put(root + c, c));
                    }
                }
            } catch (IOException e) {
                LOG.notConverted(application, path, "the application", String.valueOf(e.getMessage()));
            }
        }
    }

    /** The root of the classes among which a class file lies: of a WAR, or of a module that was unpacked; null for another place. */
    private static @Nullable String rootOf(String path) {
        int classes = path.lastIndexOf(CLASSES);
        if (classes >= 0) {
            return path.substring(0, classes + CLASSES.length());
        }
        Matcher module = UNPACKED.matcher(path);
        return module.find() ? module.group() : null;
    }

    private static void write(Path directory, String path, byte[] content) throws IOException {
        Path file = directory.resolve(path);
        Path parent = file.getParent();
        if (parent != null && Files.notExists(file)) {
            Files.createDirectories(parent);
            Files.write(file, content);
        }
    }

    /** Takes the signatures of a library that has nothing else to convert. */
    private void unsign(String application, Path file, String path, Tally tally) throws IOException {
        Outcome outcome = libraries.replace(file, "unsigned", target -> {
            ArchiveConversion.writeUnsigned(file, path, target, application, mostBytes);
            return true;
        });
        tally.libraries++;
        tally.fromCache += outcome == Outcome.CACHED ? 1 : 0;
    }

    private Outcome library(
            String application,
            NamespaceMigration migration,
            Companions companions,
            Path file,
            String path,
            Tally tally)
            throws IOException {
        ArchiveConversion conversion = new ArchiveConversion(migration, companions, application, mostBytes, tally);
        Outcome outcome =
                libraries.replace(file, migration.version(), target -> converted(conversion, file, path, target));
        tally.libraries += outcome == Outcome.SAME ? 0 : 1;
        tally.fromCache += outcome == Outcome.CACHED ? 1 : 0;
        return outcome;
    }

    /** A file that only is called like an archive stays; whoever needs it says what is wrong with it. */
    private static boolean converted(ArchiveConversion conversion, Path file, String path, Path target)
            throws IOException {
        try {
            return conversion.convert(file, path, target);
        } catch (java.util.zip.ZipException e) {
            LOG.debugf(e, "%s is no archive", path);
            return false;
        }
    }

    /** Moves a file to its new name. Deletes it where the new name is taken: that file was made for Jakarta EE already and counts. */
    private static void rename(Path directory, Path file, String old, String path) throws IOException {
        if (path.equals(old)) {
            return;
        }
        Path target = directory.resolve(path).normalize();
        if (!target.startsWith(directory)) {
            return;
        }
        if (Files.exists(target)) {
            Files.delete(file);
        } else {
            Path parent = target.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.move(file, target);
        }
    }
}
