package io.keelson.deploy.internal;

import io.keelson.deploy.internal.archive.EnterpriseStructure;
import io.keelson.deploy.internal.archive.Unpacker;
import io.keelson.deploy.internal.conversion.JavaxMigration;
import io.keelson.deploy.internal.store.DurableFiles;
import io.keelson.deploy.internal.store.Intake;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Unpacks the WARs of an EAR, and converts what was made for Java EE. Thread-safe. */
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
                && !EnterpriseStructure.packedWars(directory).isEmpty()) {
            return Optional.of("as the WARs in it are packed");
        }
        return migration.wanted(application, directory)
                ? Optional.of("as it is to be converted to Jakarta EE")
                : Optional.empty();
    }

    @Override
    public void prepare(String application, String fileName, Path directory) throws IOException, DeploymentException {
        if (EnterpriseStructure.isEnterprise(directory, fileName)) {
            for (Path war : EnterpriseStructure.packedWars(directory)) {
                unpackInPlace(war);
            }
        }
        if (migration.wanted(application, directory)) {
            migration.convert(application, directory);
        }
    }

    private void unpackInPlace(Path war) throws IOException, DeploymentException {
        Path unpacked = Files.createDirectory(war.resolveSibling(war.getFileName() + ".unpacked"));
        try {
            unpacker.unpack(war, unpacked);
            Files.delete(war);
            Files.move(unpacked, war);
        } finally {
            DurableFiles.deleteTree(unpacked);
        }
    }
}
