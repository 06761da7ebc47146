package io.keelson.ee.cdi;

import io.keelson.deploy.spi.Deployment;
import io.keelson.ee.cdi.archive.ArchiveReader;
import java.nio.file.Files;

/**
 * A module of an application with its bean archives. Immutable.
 *
 * @param deployment the module
 * @param archives of its classes and libraries
 */
record BeanModule(Deployment deployment, ArchiveReader.OfModule archives) {
    /** Returns true for a web module. */
    static boolean isWeb(Deployment deployment) {
        return Files.isDirectory(deployment.archive().root().resolve("WEB-INF"));
    }
}
