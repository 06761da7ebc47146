package io.keelson.resource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads passwords from where the configuration says they are. */
final class Secrets {
    private Secrets() {}

    /**
     * The password that is meant; null where none is.
     *
     * @param given in the configuration, or by what overrides it
     * @param file whose first line is the password
     * @throws IllegalArgumentException when the file cannot be read; the message names it
     */
    static @Nullable String password(@Nullable String given, @Nullable Path file) {
        if (file == null) {
            return given;
        }
        try {
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            if (lines.isEmpty() || lines.get(0).isEmpty()) {
                throw new IllegalArgumentException("the password-file " + file + " has no first line");
            }
            return lines.get(0);
        } catch (IOException e) {
            throw new IllegalArgumentException("the password-file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
