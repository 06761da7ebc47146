package io.keelson.kernel.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * A file with a secret of a domain: 256 random bits as one line of text, for its user's eyes only. Several processes may
 * make it at once; they end up with one secret.
 */
public final class SecretFile {
    private static final int BYTES = 32;
    private static final Pattern TEXT = Pattern.compile("[A-Za-z0-9_-]{43,200}");

    private SecretFile() {}

    /**
     * Reads the secret.
     *
     * @param remedy what to do where the file holds none, as the end of a sentence
     * @throws java.nio.file.NoSuchFileException when there is no such file
     * @throws IOException when it cannot be read or holds no secret; the message does not show what it holds
     */
    public static String read(Path file, String remedy) throws IOException {
        String text = Files.readString(file, StandardCharsets.US_ASCII).strip();
        if (!TEXT.matcher(text).matches()) {
            throw new IOException(file + " holds no secret; " + remedy);
        }
        return text;
    }

    /** Writes a new secret, unless the file is there already. Returns whether it was written. */
    public static boolean create(Path file) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        String text = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes) + "\n";
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("a secret lies in a directory: " + file);
        }
        Files.createDirectories(directory);
        Path next = Files.createTempFile(directory, "secret-", ".tmp", ownerOnly());
        try {
            Files.writeString(next, text, StandardCharsets.US_ASCII);
            // A link fails where a move would replace the secret that another process made meanwhile.
            Files.createLink(file, next);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(next);
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
