package io.keelson.deploy.internal;

import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The version that an archive says it is: {@code Keelson-Application-Version}, else {@code Weblogic-Application-Version}. */
final class ManifestVersion {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final int MOST_BYTES = 1 << 20;

    private ManifestVersion() {}

    /** Null where it says none, or there is no such archive: who takes that in says so. */
    static @Nullable String of(Path archive) throws DeploymentException {
        try {
            if (Files.isDirectory(archive)) {
                Path manifest = archive.resolve(MANIFEST);
                return Files.isRegularFile(manifest) ? read(Files.newInputStream(manifest)) : null;
            }
            return Files.isRegularFile(archive) ? ofFile(archive) : null;
        } catch (IOException e) {
            throw new DeploymentException(
                    MANIFEST + " of " + archive.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static @Nullable String ofFile(Path archive) throws IOException {
        ZipFile zip;
        try {
            zip = new ZipFile(archive.toFile());
        } catch (IOException e) {
            return null; // it is no archive, or a damaged one: who unpacks it says what is wrong
        }
        try (zip) {
            ZipEntry entry = zip.getEntry(MANIFEST);
            return entry == null ? null : read(zip.getInputStream(entry));
        }
    }

    private static @Nullable String read(InputStream from) throws IOException {
        try (from) {
            byte[] bytes = from.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException("it has more than " + MOST_BYTES + " bytes");
            }
            Attributes main = new Manifest(new java.io.ByteArrayInputStream(bytes)).getMainAttributes();
            String own = main.getValue("Keelson-Application-Version");
            return own != null ? own : main.getValue("Weblogic-Application-Version");
        }
    }
}
