package io.keelson.deploy.internal.archive;

import io.keelson.deploy.spi.DeploymentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Unpacks an archive that somebody else made. Nothing is ever written outside the target; names that could mean two things on
 * some file system, symbolic links, and archives that grow without bounds are refused. Holds no state between calls.
 */
public final class Unpacker {
    private static final Pattern DRIVE = Pattern.compile("^[A-Za-z]:.*");

    private final ArchiveLimits limits;

    public Unpacker(ArchiveLimits limits) {
        this.limits = limits;
    }

    /**
     * Unpacks into a directory that is there and empty.
     *
     * @throws DeploymentException when the archive is damaged or not to be trusted; the target may then hold a part of it
     */
    public void unpack(Path archive, Path target) throws DeploymentException {
        try {
            SymbolicLinks.refuse(archive);
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                new Run(archive, target, zip).all();
            }
        } catch (IOException e) {
            throw new DeploymentException(
                    "the archive " + archive + " cannot be read, it may be cut off or damaged: " + e.getMessage(), e);
        }
    }

    /** The longest name that file systems take, in bytes of UTF-8. */
    private static final int LONGEST_NAME = 255;

    /** One unpacking. */
    private final class Run {
        private final Path archive;
        private final Path target;
        private final ZipFile zip;
        private final long packed;
        private final Map<String, String> seen = new HashMap<>();
        private final byte[] buffer = new byte[64 * 1024];
        private long unpacked;

        Run(Path archive, Path target, ZipFile zip) throws IOException {
            this.archive = archive;
            this.target = target;
            this.zip = zip;
            this.packed = Math.max(1, Files.size(archive));
        }

        void all() throws IOException, DeploymentException {
            if (zip.size() > limits.entries()) {
                throw refused("has " + zip.size() + " entries, more than the " + limits.entries() + " allowed by"
                        + " deployment.archive-maximum-entries");
            }
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                one(entries.nextElement());
            }
        }

        private void one(ZipEntry entry) throws IOException, DeploymentException {
            Path file = place(entry);
            try {
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent() == null ? target : file.getParent());
                    write(entry, file);
                }
            } catch (FileAlreadyExistsException e) {
                throw refused("has '" + entry.getName() + "' both as a file and as a directory or twice");
            } catch (FileSystemException e) {
                throw notKept(file, e);
            } catch (java.util.zip.ZipException e) {
                throw refused("has a damaged entry '" + entry.getName() + "': " + e.getMessage());
            } catch (java.io.EOFException e) {
                throw refused("is cut off in '" + entry.getName() + "'");
            }
        }

        private Path place(ZipEntry entry) throws DeploymentException {
            String name = entry.getName();
            String plain = entry.isDirectory() ? name.substring(0, name.length() - 1) : name;
            boolean outside = plain.startsWith("/")
                    || plain.contains("\\")
                    || DRIVE.matcher(plain).matches();
            for (String step : plain.split("/", -1)) {
                outside |= step.isEmpty() || step.equals(".") || step.equals("..");
            }
            if (outside || plain.indexOf('\0') >= 0) {
                throw refused("has the entry '" + name + "', which is not a plain relative path");
            }
            checkLength(plain);
            unique(plain, name);
            try {
                Path file = target.resolve(plain).normalize();
                if (file.startsWith(target)) {
                    return file;
                }
            } catch (InvalidPathException e) {
                throw new DeploymentException(
                        "the archive " + archive + " has the entry '" + name + "', which cannot be a file name here",
                        e);
            }
            throw refused("has the entry '" + name + "', which leads out of it");
        }

        /** What no file system takes is not the disk's fault. */
        private void checkLength(String plain) throws DeploymentException {
            for (String step : plain.split("/", -1)) {
                int bytes = step.getBytes(StandardCharsets.UTF_8).length;
                if (bytes > LONGEST_NAME) {
                    throw refused("has the entry '" + plain + "' with a name of " + bytes
                            + " bytes; a file's name has at" + " most " + LONGEST_NAME + ", so rename it");
                }
            }
        }

        private void unique(String plain, String name) throws DeploymentException {
            String other = seen.put(plain.toLowerCase(Locale.ROOT), plain);
            if (other != null) {
                throw refused(
                        other.equals(plain)
                                ? "has the entry '" + name + "' twice"
                                : "has '" + other + "' and '" + plain + "', which differ in case only");
            }
        }

        private void write(ZipEntry entry, Path file) throws IOException, DeploymentException {
            try (InputStream in = zip.getInputStream(entry);
                    OutputStream out =
                            Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    grow(read, entry);
                    keep(out, read, file);
                }
            }
        }

        /** The archive is as it should be where this fails. */
        private void keep(OutputStream out, int count, Path file) throws DeploymentException {
            try {
                out.write(buffer, 0, count);
            } catch (IOException e) {
                throw notKept(file, e);
            }
        }

        private DeploymentException notKept(Path file, IOException e) {
            return DeploymentException.storage(
                    "the archive " + archive + " cannot be unpacked, as " + file + " cannot be written: "
                            + e.getMessage() + "; look at the disk's space and rights",
                    e);
        }

        private void grow(int read, ZipEntry entry) throws DeploymentException {
            unpacked += read;
            if (unpacked > limits.bytes()) {
                throw refused("is larger than " + limits.bytes() + " bytes unpacked (reached in '" + entry.getName()
                        + "'); deployment.archive-maximum-size allows no more");
            }
            if (unpacked > ArchiveLimits.FREE && unpacked / limits.ratio() > packed) {
                throw refused("grows to more than " + limits.ratio() + " times its size (reached in '" + entry.getName()
                        + "'), as an archive made to fill the disk does; see deployment.archive-maximum-ratio");
            }
        }

        private DeploymentException refused(String why) {
            return new DeploymentException("the archive " + archive + " " + why);
        }
    }
}
