package io.keelson.net.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Writes files with keys and certificates: whole or not at all, and nobody else sees a key, not even for a moment. Stateless. */
public final class KeyWriter {
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);

    private KeyWriter() {}

    /**
     * Writes a file, or replaces it.
     *
     * @param text PEM
     * @param secret whether only its owner may read it
     */
    public static void replace(Path file, String text, boolean secret) throws IOException {
        Path next = written(file, text, secret);
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** Writes a file that only its owner may read, unless there is one: where several make it at once, the first one's stays. */
    public static void create(Path file, String text) throws IOException {
        Path next = written(file, text, true);
        try {
            // A link fails where a move would replace what another process made meanwhile.
            Files.createLink(file, next);
        } catch (FileAlreadyExistsException e) {
            return;
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static Path written(Path file, String text, boolean secret) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("a file lies in a directory: " + file);
        }
        Files.createDirectories(directory);
        boolean posix = Files.getFileStore(directory).supportsFileAttributeView("posix");
        Path next = posix
                ? Files.createTempFile(directory, "tls-", ".tmp", PosixFilePermissions.asFileAttribute(OWNER))
                : Files.createTempFile(directory, "tls-", ".tmp");
        try {
            Files.writeString(next, text, StandardCharsets.US_ASCII);
            if (posix && !secret) {
                Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-r--r--"));
            }
            return next;
        } catch (IOException e) {
            Files.deleteIfExists(next);
            throw e;
        }
    }
}
