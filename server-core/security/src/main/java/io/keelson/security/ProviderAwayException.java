package io.keelson.security;

import org.jspecify.annotations.Nullable;

/**
 * A provider of users cannot be asked now, so nobody can be let in by what it would have said. The message says what was tried on what;
 * it has no password in it.
 */
public final class ProviderAwayException extends Exception {
    private static final long serialVersionUID = 1;

    public ProviderAwayException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
