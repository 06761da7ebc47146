package io.keelson.deploy.internal.store;

import io.keelson.deploy.internal.archive.ArchiveBudget;
import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Preparation of the files of an application while it is taken in, before they get their place. Thread-safe. */
public interface Intake {
    /** Leaves files as they are. */
    Intake NONE = new Intake() {
        @Override
        public Optional<String> whyNotInPlace(String application, Path directory) {
            return Optional.empty();
        }

        @Override
        public Optional<String> prepare(String application, String fileName, Path directory, ArchiveBudget budget) {
            return Optional.empty();
        }
    };

    /** Returns why a directory of the operator's cannot be used where it is, as a part of a sentence; empty: it can. */
    Optional<String> whyNotInPlace(String application, Path directory) throws IOException, DeploymentException;

    /**
     * Changes the files in a directory of the store that is not finished.
     *
     * @param fileName the name of the archive
     * @param budget what the limits of an archive leave for those within it
     * @return what was converted, for messages; empty: nothing was
     */
    Optional<String> prepare(String application, String fileName, Path directory, ArchiveBudget budget)
            throws IOException, DeploymentException;
}
