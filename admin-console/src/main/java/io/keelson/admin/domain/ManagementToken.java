package io.keelson.admin.domain;

import io.keelson.kernel.config.SecretFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;

/** The secret that lets a client administer a domain: 256 random bits in a file that only its user can read. Immutable. */
public final class ManagementToken {
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
        return SecretFile.create(file);
    }

    /** Returns whether that is the token. Takes the same time wherever the two differ. */
    public boolean matches(String other) {
        return MessageDigest.isEqual(text.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    /** The token itself, for a machine that is let into the domain. Not for logs. */
    public String text() {
        return text;
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
}
