package io.keelson.deploy.internal;

import io.keelson.deploy.internal.archive.ArchiveBudget;
import io.keelson.deploy.internal.archive.EnterpriseStructure;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.conversion.JavaxMigration;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.store.Intake;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Unpacks the modules of an EAR, and converts what was made for Java EE. Thread-safe. */
final class ApplicationIntake implements Intake {
    private final Unpacker unpacker;
    private final JavaxMigration migration;

    ApplicationIntake(Unpacker unpacker, JavaxMigration migration) {
        this.unpacker = unpacker;
        this.migration = migration;
    }

    @Override
    public Optional<String> whyNotInPlace(String application, Path directory) throws IOException, DeploymentException {
        String fileName = String.valueOf(directory.getFileName());
        if (EnterpriseStructure.isEnterprise(directory, fileName)
                && !EnterpriseStructure.packedModules(directory).isEmpty()) {
            return Optional.of("as modules in it are packed");
        }
        return migration.wanted(application, directory)
                ? Optional.of("as it is to be converted to Jakarta EE")
                : Optional.empty();
    }

    @Override
    public Optional<String> prepare(String application, String fileName, Path directory, ArchiveBudget budget)
            throws IOException, DeploymentException {
        if (EnterpriseStructure.isEnterprise(directory, fileName)) {
            for (Path module : EnterpriseStructure.packedModules(directory)) {
                unpackInPlace(module, relative(directory, module), budget);
            }
        }
        countArchives(directory, budget);
        if (migration.wanted(application, directory)) {
            return Optional.of(migration.convert(application, directory));
        }
        return Optional.empty();
    }

    private void unpackInPlace(Path module, String path, ArchiveBudget budget) throws IOException, DeploymentException {
        Path unpacked = Files.createDirectory(module.resolveSibling(module.getFileName() + ".unpacked"));
        try {
            unpacker.unpack(module, unpacked, budget, path);
            Files.delete(module);
            Files.move(unpacked, module);
        } finally {
            DurableFiles.deleteTree(unpacked);
        }
    }

    /** Counts what the libraries hold before anything reads them. */
    private static void countArchives(Path directory, ArchiveBudget budget) throws IOException, DeploymentException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.filter(ApplicationIntake::isArchive).sorted().toList();
        }
        for (Path file : files) {
            budget.inner(file, relative(directory, file));
        }
    }

    private static boolean isArchive(Path file) {
        String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
        return (name.endsWith(".jar") || name.endsWith(".rar")) && Files.isRegularFile(file);
    }

    private static String relative(Path directory, Path file) {
        return directory.relativize(file).toString().replace('\\', '/');
    }
}
