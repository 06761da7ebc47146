package io.keelson.deploy.internal.archive;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Unpacks an archive that somebody else made. Nothing is ever written outside the target; names that lead out of it, symbolic links, and
 * archives that grow without bounds are refused. Holds no state between calls.
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
        unpack(archive, target, new ArchiveBudget(limits, archive.toString()), "");
    }

    /** The budget of an application that has not been unpacked yet. */
    public ArchiveBudget budget(Path archive) {
        return new ArchiveBudget(limits, archive.toString());
    }

    /**
     * Unpacks an archive, or one within it, with what is left of the budget of the outermost.
     *
     * @param inner the path of the archive within the outermost; empty: it is the outermost
     * @throws DeploymentException as without a budget
     */
    public void unpack(Path archive, Path target, ArchiveBudget budget, String inner) throws DeploymentException {
        try {
            if (Files.size(archive) == 0) {
                throw new DeploymentException("the archive " + archive
                        + " is empty: it has 0 bytes; it was not written or" + " copied whole");
            }
            CentralDirectory.check(archive);
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                new Run(archive, target, zip, budget, inner).all();
            }
        } catch (IOException | IllegalArgumentException e) {
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
        private final ArchiveBudget budget;
        private final String inner;
        private final Map<String, String> seen = new HashMap<>();
        private final Set<String> twice = new TreeSet<>();
        private final byte[] buffer = new byte[64 * 1024];
        private long unpacked;

        Run(Path archive, Path target, ZipFile zip, ArchiveBudget budget, String inner) throws IOException {
            this.archive = archive;
            this.target = target;
            this.zip = zip;
            this.budget = budget;
            this.inner = inner;
            this.packed = Math.max(1, Files.size(archive));
        }

        void all() throws IOException, DeploymentException {
            budget.entries(zip.size(), inner);
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                one(entries.nextElement());
            }
            for (String name : twice) {
                last(name);
            }
            if (!twice.isEmpty()) {
                LOG.entriesTwice(
                        archive.toString(), twice.size(), twice.iterator().next());
            }
        }

        private void one(ZipEntry entry) throws IOException, DeploymentException {
            Path file = place(entry);
            if (again(entry)) {
                return;
            }
            try {
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent() == null ? target : file.getParent());
                    write(entry, file);
                }
            } catch (FileAlreadyExistsException e) {
                throw occupied(entry);
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

        /** Refuses a name that no file system takes: that is not the disk's fault. */
        private void checkLength(String plain) throws DeploymentException {
            for (String step : plain.split("/", -1)) {
                int bytes = step.getBytes(StandardCharsets.UTF_8).length;
                if (bytes > LONGEST_NAME) {
                    throw refused("has the entry '" + plain + "' with a name of " + bytes
                            + " bytes; a file's name has at" + " most " + LONGEST_NAME + ", so rename it");
                }
            }
        }

        /** Writes the last entry of a name in the place of the first. */
        private void last(String name) throws IOException, DeploymentException {
            ZipEntry entry = new ZipEntry(name);
            Path file = place(entry);
            Files.delete(file);
            try (InputStream in = CentralDirectory.last(archive, name)) {
                write(in, entry, file);
            }
        }

        /** Returns true if an entry of that name has been written already. */
        private boolean again(ZipEntry entry) {
            String name = entry.getName();
            if (name.equals(seen.put(name, name)) && !entry.isDirectory()) {
                twice.add(name);
                return true;
            }
            return false;
        }

        private DeploymentException occupied(ZipEntry entry) {
            for (String other : seen.keySet()) {
                if (other.equalsIgnoreCase(entry.getName()) && !other.equals(entry.getName())) {
                    return refused("has '" + other + "' and '" + entry.getName()
                            + "', which differ in case only; the file system of this server does not tell them apart");
                }
            }
            return refused("has '" + entry.getName() + "' both as a file and as a directory");
        }

        private void write(ZipEntry entry, Path file) throws IOException, DeploymentException {
            try (InputStream in = zip.getInputStream(entry)) {
                write(in, entry, file);
            }
        }

        private void write(InputStream in, ZipEntry entry, Path file) throws IOException, DeploymentException {
            try (OutputStream out =
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
            budget.bytes(read, inner.isEmpty() ? entry.getName() : inner + "!" + entry.getName());
            budget.ratio(unpacked, packed, entry.getName());
        }

        private DeploymentException refused(String why) {
            return new DeploymentException("the archive " + archive + " " + why);
        }
    }
}
