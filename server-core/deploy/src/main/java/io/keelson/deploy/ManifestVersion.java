package io.keelson.deploy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.VersionedName;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The version that an archive says it is: {@code Keelson-Application-Version}, else {@code Weblogic-Application-Version} in its manifest;
 * of an EAR that of the EAR. Stateless.
 */
public final class ManifestVersion {
    private static final String MANIFEST = "META-INF/MANIFEST.MF";
    private static final int MOST_BYTES = 1 << 20;

    private ManifestVersion() {}

    /**
     * Reads it.
     *
     * @param archive a file, or the directory of an application that was not packed
     * @return null where it says none, or there is no such archive: who takes that in says so
     * @throws DeploymentException where the manifest cannot be read, or what it says is no version
     */
    public static @Nullable String of(Path archive) throws DeploymentException {
        String version;
        try {
            version = Files.isDirectory(archive)
                    ? ofDirectory(archive.resolve(MANIFEST))
                    : Files.isRegularFile(archive) ? ofFile(archive) : null;
        } catch (IOException e) {
            throw new DeploymentException(
                    MANIFEST + " of " + archive.getFileName() + " cannot be read: " + e.getMessage(), e);
        }
        if (version != null && !VersionedName.isVersion(version)) {
            throw new DeploymentException(MANIFEST + " of " + archive.getFileName() + " says no version: '" + version
                    + "'; use " + VersionedName.RULE + ", or say another with --version");
        }
        return version;
    }

    private static @Nullable String ofDirectory(Path manifest) throws IOException {
        return Files.isRegularFile(manifest) ? read(Files.newInputStream(manifest)) : null;
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
