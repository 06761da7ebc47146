package io.keelson.resource;

import io.keelson.base.config.PasswordFile;
import java.io.IOException;
import java.nio.file.Path;
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
            return PasswordFile.read(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("the password-file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
