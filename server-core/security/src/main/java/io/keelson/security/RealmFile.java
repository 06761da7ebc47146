package io.keelson.security;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * A realm's file: UTF-8, one user a line as {@code name:group,group:verifier}, where {@code ,verifier} may follow for each
 * algorithm of DIGEST; lines that are empty or begin with # are
 * comments, and survive changes. Stateless; a file is replaced as a whole, so readers see one state or the other.
 */
final class RealmFile {
    private static final String HEAD = """
            # Users of this domain: name:group,group:verifier
            # Change them with 'keelson user'. Only the owner of the server may read this file.
            """;

    /**
     * One line.
     *
     * @param text as it stands in the file
     * @param user the user; null for a comment and for what cannot be understood
     * @param problem why it cannot be understood; null where it can
     */
    record Line(
            String text, @Nullable RealmUser user, @Nullable String problem) {}

    /** Stamp that tells one version of the file from another. */
    record Stamp(FileTime modified, long size, @Nullable Object key) {}

    private RealmFile() {}

    /** The version that is there; null when there is no file. */
    static @Nullable Stamp stamp(Path file) throws IOException {
        try {
            BasicFileAttributes a = Files.readAttributes(file, BasicFileAttributes.class);
            return new Stamp(a.lastModifiedTime(), a.size(), a.fileKey());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** The lines; the head of a new file where there is none. */
    static List<Line> read(Path file) throws IOException {
        String text;
        try {
            // Bytes that are no UTF-8 become U+FFFD, which no name may have: such a line is reported, not the whole
            // file.
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            text = HEAD;
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        List<Line> lines = new ArrayList<>();
        for (String line : text.lines().toList()) {
            lines.add(line(line, lines.size() + 1, places));
        }
        return lines;
    }

    private static Line line(String text, int number, Map<String, Integer> places) {
        if (text.isBlank() || text.startsWith("#")) {
            return new Line(text, null, null);
        }
        String[] fields = text.split(":", 3);
        if (fields.length < 3) {
            return new Line(text, null, "expected name:groups:verifier");
        }
        try {
            RealmUser user = user(fields);
            Integer other = places.putIfAbsent(user.name(), number);
            return other == null
                    ? new Line(text, user, null)
                    : new Line(text, null, "the user is already defined in line " + other);
        } catch (IllegalArgumentException e) {
            return new Line(text, null, String.valueOf(e.getMessage()));
        }
    }

    private static RealmUser user(String[] fields) {
        return RealmUser.read(
                RealmUser.name(fields[0]),
                fields[1].isEmpty() ? Set.of() : RealmUser.groups(List.of(fields[1].split(",", -1))),
                fields[2]);
    }

    /** Replaces the file by these lines, on the disk when this returns. Only its owner can read it. */
    static void write(Path file, Collection<String> lines) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("a realm's file lies in a directory: " + file);
        }
        Files.createDirectories(directory);
        Path next = Files.createTempFile(directory, file.getFileName() + "-", ".tmp", ownerOnly());
        try {
            StringJoiner text = new StringJoiner("\n", "", "\n");
            lines.forEach(text::add);
            try (FileChannel channel = FileChannel.open(next, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** Returns whether others than its owner may read or write it, as far as the file system knows. */
    static boolean openToOthers(Path file) throws IOException {
        if (!posix()) {
            return false;
        }
        Set<PosixFilePermission> own = EnumSet.of(
                PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);
        return !own.containsAll(Files.getPosixFilePermissions(file));
    }

    private static FileAttribute<?>[] ownerOnly() {
        return posix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean posix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
