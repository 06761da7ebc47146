package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Counts the entries and bytes of one archive and of the archives within it, against the limits of an archive. Confined to one thread.
 */
public final class ArchiveBudget {
    private final ArchiveLimits limits;
    private final String archive;
    private int entries;
    private long unpacked;

    /**
     * A budget of which nothing is used.
     *
     * @param archive names the outermost archive in messages
     */
    public ArchiveBudget(ArchiveLimits limits, String archive) {
        this.limits = limits;
        this.archive = archive;
    }

    ArchiveLimits limits() {
        return limits;
    }

    /** Counts the entries of the archive itself, or of one within it. */
    void entries(int more, String where) throws DeploymentException {
        entries += more;
        if (entries > limits.entries()) {
            throw refused("has " + entries + " entries" + within(where) + ", more than the " + limits.entries()
                    + " allowed by deployment.archive-maximum-entries");
        }
    }

    /** Counts bytes that come out of the archive itself, or of one within it. */
    void bytes(long more, String where) throws DeploymentException {
        unpacked += more;
        if (unpacked > limits.bytes() || unpacked < 0) {
            throw refused("is larger than " + limits.bytes() + " bytes unpacked (reached in '" + where
                    + "'); deployment.archive-maximum-size allows no more");
        }
    }

    /**
     * Counts the entries and the declared bytes of an archive within the archive. A file that is no archive counts as nothing: whoever
     * needs it says what is wrong with it.
     *
     * @param where the path of the inner archive
     * @throws DeploymentException when a limit is passed
     */
    public void inner(Path file, String where) throws DeploymentException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            entries(zip.size(), where);
            long packed = Math.max(1, Files.size(file));
            long before = unpacked;
            for (Enumeration<? extends ZipEntry> all = zip.entries(); all.hasMoreElements(); ) {
                bytes(Math.max(0, all.nextElement().getSize()), where);
            }
            ratio(unpacked - before, packed, where);
        } catch (IOException noArchive) {
            return;
        }
    }

    /** Refuses what has become too much larger than it was packed. */
    void ratio(long unpackedBytes, long packedBytes, String where) throws DeploymentException {
        if (unpackedBytes > ArchiveLimits.FREE && unpackedBytes / limits.ratio() > packedBytes) {
            throw refused("grows to more than " + limits.ratio() + " times its size (reached in '" + where
                    + "'), as an archive made to fill the disk does; see deployment.archive-maximum-ratio");
        }
    }

    private static String within(String where) {
        return where.isEmpty() ? "" : " with those of the archives in it (reached in '" + where + "')";
    }

    private DeploymentException refused(String why) {
        return new DeploymentException("the archive " + archive + " " + why);
    }
}
