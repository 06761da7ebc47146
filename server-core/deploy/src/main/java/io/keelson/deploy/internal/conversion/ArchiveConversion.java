package io.keelson.deploy.internal.conversion;

import static io.keelson.deploy.internal.log.DeployLog.LOG;

import io.keelson.deploy.spi.NamespaceMigration;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Converts one archive into another. An entry that cannot be converted stays as it is and is named in the log; where the
 * converted name of an entry is that of another one, the other stays: a library for both worlds has its Jakarta EE side
 * already. Signatures would no longer fit and are left out. One a conversion.
 */
final class ArchiveConversion {
    /** No class and no descriptor is larger; what is, is copied. */
    private static final int MOST_BYTES = 64 << 20;

    private static final int DEEPEST = 3;

    /** Size for which an entry counts: its name and fields cost memory, also where it is empty. */
    private static final int ENTRY = 128;

    private final NamespaceMigration migration;
    private final Companions companions;
    private final String application;
    private final long mostBytes;
    private final Tally tally;

    /**
     * A conversion.
     *
     * @param mostBytes how much may be unpacked in all, by whatever is given the same tally
     */
    ArchiveConversion(
            NamespaceMigration migration, Companions companions, String application, long mostBytes, Tally tally) {
        this.migration = migration;
        this.companions = companions;
        this.application = application;
        this.mostBytes = mostBytes;
        this.tally = tally;
    }

    /**
     * Converts an archive.
     *
     * @param name names it in messages
     * @return whether anything in it was converted; else the target is of no use
     * @throws IOException when it is damaged, too large unpacked, or the target cannot be written
     */
    boolean convert(Path source, String name, Path target) throws IOException {
        try (JarFile zip = new JarFile(source.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(target))) {
            Target into = new Target(out, new HashSet<>(), new HashSet<>(), new TreeSet<>());
            for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
                into.taken.add(e.nextElement().getName());
            }
            boolean changed = false;
            for (Enumeration<? extends ZipEntry> e = zip.entries(); e.hasMoreElements(); ) {
                ZipEntry entry = e.nextElement();
                try (InputStream in = zip.getInputStream(entry)) {
                    changed |= entry(entry, in, name, into, 0);
                } catch (SecurityException tampered) {
                    throw new IOException(
                            "'" + entry.getName() + "' in the signed library " + name
                                    + " is not what was signed, it was changed after that (" + tampered.getMessage()
                                    + "); take a copy of the library that nobody has changed, or sign it again",
                            tampered);
                }
            }
            writeCompanions(into);
            return changed;
        }
    }

    /**
     * Writes an archive as it is, without its signatures.
     *
     * @param name names it in messages
     */
    static void writeUnsigned(Path source, String name, Path target, String application, long mostBytes)
            throws IOException {
        Unchanged unchanged = new Unchanged();
        new ArchiveConversion(unchanged, Companions.of(unchanged), application, mostBytes, new Tally())
                .convert(source, name, target);
    }

    /**
     * Archive that is written.
     *
     * @param taken the names of the original
     * @param written the names that were written: an archive may have one twice
     * @param needed classes that those of the archive refer to now
     */
    private record Target(ZipOutputStream out, Set<String> taken, Set<String> written, Set<String> needed) {}

    private void writeCompanions(Target into) throws IOException {
        for (String path : into.needed) {
            if (into.written.add(path)) {
                into.out.putNextEntry(new ZipEntry(path));
                into.out.write(companions.file(path));
                into.out.closeEntry();
            }
        }
    }

    /** An archive in an archive, in memory: there is no other way to read it. */
    private byte[] nested(byte[] content, String name, int depth) throws IOException {
        Set<String> taken = new HashSet<>();
        try (ZipInputStream zip = new InnerZip(new ByteArrayInputStream(content))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                taken.add(entry.getName());
                count(ENTRY);
                skip(zip);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length);
        boolean changed = false;
        try (ZipInputStream zip = new InnerZip(new ByteArrayInputStream(content));
                ZipOutputStream out = new ZipOutputStream(bytes)) {
            Target into = new Target(out, taken, new HashSet<>(), new TreeSet<>());
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                changed |= entry(entry, zip, name, into, depth);
            }
            writeCompanions(into);
        }
        return changed ? bytes.toByteArray() : content;
    }

    private boolean entry(ZipEntry entry, InputStream in, String archive, Target into, int depth) throws IOException {
        ZipOutputStream out = into.out;
        String old = entry.getName();
        String path = migration.path(old);
        boolean renamed = !path.equals(old);
        if (renamed && into.taken.contains(path) || !into.written.add(path) || Signers.isSignature(old)) {
            return renamed;
        }
        if (entry.isDirectory()) {
            out.putNextEntry(like(entry, path));
            out.closeEntry();
            return renamed;
        }
        boolean inside = Origin.extension(old).equals("jar") && depth < DEEPEST;
        if (!inside && !migration.converts(old) && !old.equals(JarFile.MANIFEST_NAME)) {
            copy(entry, path, in, out);
            return renamed;
        }
        byte[] content = in.readNBytes(MOST_BYTES);
        count(content.length);
        if (content.length == MOST_BYTES) {
            copyRest(entry, path, content, in, out);
            return renamed;
        }
        byte[] converted = inside
                ? nested(content, archive + "!" + old, depth + 1)
                : old.equals(JarFile.MANIFEST_NAME) ? unsigned(content) : converted(old, archive, content, into);
        write(entry, path, converted, out);
        // A manifest without signatures is no reason to replace a library that is as it should be.
        return renamed || converted != content && !old.equals(JarFile.MANIFEST_NAME);
    }

    private byte[] converted(String path, String archive, byte[] content, Target into) {
        try {
            Optional<byte[]> converted = migration.convert(path, content);
            if (converted.isPresent()) {
                tally.converted(path);
                into.needed.addAll(companions.neededBy(path, converted.get()));
            }
            return converted.orElse(content);
        } catch (IOException e) {
            LOG.notConverted(application, path, archive, String.valueOf(e.getMessage()));
            return content;
        }
    }

    /** The manifest without digests of entries that are others now. */
    private static byte[] unsigned(byte[] content) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(content));
        boolean signed = false;
        for (Map.Entry<String, Attributes> section : manifest.getEntries().entrySet()) {
            signed |= section.getValue().keySet().removeIf(key -> key.toString().contains("-Digest"));
        }
        if (!signed) {
            return content;
        }
        manifest.getEntries().values().removeIf(Map::isEmpty);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private void copy(ZipEntry entry, String path, InputStream in, ZipOutputStream out) throws IOException {
        if (entry.getMethod() == ZipEntry.STORED && entry.getSize() >= 0 && entry.getCrc() >= 0) {
            ZipEntry stored = like(entry, path);
            stored.setMethod(ZipEntry.STORED);
            stored.setSize(entry.getSize());
            stored.setCrc(entry.getCrc());
            out.putNextEntry(stored);
        } else {
            out.putNextEntry(like(entry, path));
        }
        transfer(in, out);
        out.closeEntry();
    }

    private void copyRest(ZipEntry entry, String path, byte[] begin, InputStream rest, ZipOutputStream out)
            throws IOException {
        out.putNextEntry(like(entry, path));
        out.write(begin);
        transfer(rest, out);
        out.closeEntry();
    }

    private void transfer(InputStream in, OutputStream out) throws IOException {
        byte[] buffer = new byte[64 << 10];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            count(n);
            out.write(buffer, 0, n);
        }
    }

    private void skip(InputStream in) throws IOException {
        byte[] buffer = new byte[64 << 10];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            count(n);
        }
    }

    private void count(int more) throws IOException {
        tally.bytes += more;
        if (tally.bytes > mostBytes) {
            throw new IOException("the libraries are larger unpacked than deployment.archive-maximum-size allows");
        }
    }

    private static void write(ZipEntry entry, String path, byte[] content, ZipOutputStream out) throws IOException {
        ZipEntry next = like(entry, path);
        if (entry.getMethod() == ZipEntry.STORED) {
            CRC32 crc = new CRC32();
            crc.update(content);
            next.setMethod(ZipEntry.STORED);
            next.setSize(content.length);
            next.setCrc(crc.getValue());
        }
        out.putNextEntry(next);
        out.write(content);
        out.closeEntry();
    }

    private static ZipEntry like(ZipEntry entry, String path) {
        ZipEntry next = new ZipEntry(path);
        if (entry.getTime() != -1) {
            next.setTime(entry.getTime());
        }
        return next;
    }
}
