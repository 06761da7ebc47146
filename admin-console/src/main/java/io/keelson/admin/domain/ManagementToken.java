package io.keelson.admin.domain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The secret that lets a client administer a domain: 256 random bits in a file that only its user can read. Immutable. */
public final class ManagementToken {
    private static final int BYTES = 32;

    private final String text;

    private ManagementToken(String text) {
        this.text = text;
    }

    /**
     * Reads the token of a file.
     *
     * @throws NoSuchFileException when there is no such file
     * @throws IOException when it cannot be read or holds no token
     */
    public static ManagementToken read(Path file) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (!text.matches("[A-Za-z0-9_-]{43,200}")) {
            throw new IOException(
                    file + " holds no management token; delete it and restart the server to get a new one");
        }
        return new ManagementToken(text);
    }

    /** Writes a new token, unless the file is there already. Returns whether it was written. */
    public static boolean create(Path file) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n";
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("a token lies in a directory: " + file);
        }
        Files.createDirectories(directory);
        Path next = Files.createTempFile(directory, "token-", ".tmp", ownerOnly());
        try {
            Files.writeString(next, text, StandardCharsets.US_ASCII);
            // A link fails where a move would replace the token that another process made meanwhile.
            Files.createLink(file, next);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(next);
        }
    }

    /** Whether that is the token. Takes the same time wherever the two differ. */
    public boolean matches(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** The value of the Authorization field that shows the token. Not for logs. */
    public String authorization() {
        return "Bearer " + text;
    }

    /** Does not show the token. */
    @Override
    public String toString() {
        return "management token";
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
