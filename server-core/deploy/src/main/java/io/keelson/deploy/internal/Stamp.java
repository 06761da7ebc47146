package io.keelson.deploy.internal;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.zip.ZipFile;

/**
 * Outward appearance of a file or an exploded application; two of them differ when it was changed. Of a directory the files below WEB-INF
 * and META-INF count: pages and static files are read as they are.
 *
 * @param files how many
 * @param bytes how large together
 * @param modified the youngest, in milliseconds since the epoch
 * @param identity which file it is, so that one moved in its place is another
 */
record Stamp(long files, long bytes, long modified, String identity) {
    static final Stamp NONE = new Stamp(0, 0, Long.MIN_VALUE, "");

    static Stamp of(Path file) {
        try {
            return Files.isDirectory(file) ? ofDirectory(file) : ofFile(file);
        } catch (IOException goneMeanwhile) {
            return NONE;
        }
    }

    /** Returns whether an archive has its end; a directory has none. */
    static boolean isWhole(Path file) {
        if (Files.isDirectory(file)) {
            return true;
        }
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return zip.size() > 0;
        } catch (IOException cutOff) {
            return false;
        }
    }

    private static Stamp ofFile(Path file) throws IOException {
        BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
        return new Stamp(1, a.size(), a.lastModifiedTime().toMillis(), Objects.toString(a.fileKey()));
    }

    private static Stamp ofDirectory(Path directory) throws IOException {
        long[] sums = {0, 0, Files.getLastModifiedTime(directory).toMillis()};
        // The code of an enterprise application lies in its modules.
        boolean enterprise = Files.exists(directory.resolve("META-INF/application.xml"));
        for (String inf : enterprise ? new String[] {""} : new String[] {"WEB-INF", "META-INF"}) {
            if (Files.isDirectory(directory.resolve(inf))) {
                Files.walkFileTree(directory.resolve(inf), new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                        sums[0]++;
                        sums[1] += a.size();
                        sums[2] = Math.max(sums[2], a.lastModifiedTime().toMillis());
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException goneMeanwhile) {
                        return FileVisitResult.CONTINUE;
                    }
                });
            }
        }
        return new Stamp(sums[0], sums[1], sums[2], "");
    }
}
