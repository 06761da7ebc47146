package io.keelson.base.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Files that an operator wrote, whose first line is a password or another secret. What follows that line is not looked at.
 *
 * <p>Thread-safe.
 */
public final class PasswordFile {
    private PasswordFile() {}

    /**
     * Reads the secret: the first line in UTF-8, without its end, with its spaces.
     *
     * @return never empty
     * @throws java.nio.file.NoSuchFileException when there is no such file
     * @throws IOException when it cannot be read, or its first line is empty; the message names it and does not show what it holds
     */
    public static String read(Path file) throws IOException {
        String line;
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            line = lines.readLine();
        }
        if (line == null || line.isEmpty()) {
            throw new IOException(file + " has no first line");
        }
        return line;
    }
}
