package io.keelson.admin.access;

import org.jspecify.annotations.Nullable;

/** A login by somebody else came to nothing. The message says why, for the log of the server: it has no token or code in it. */
public final class IdentityException extends Exception {
    private static final long serialVersionUID = 1;

    /** True if the provider could not be asked: then nothing is wrong with the login itself. */
    private final boolean away;

    public IdentityException(String message, boolean away, @Nullable Throwable cause) {
        super(message, cause);
        this.away = away;
    }

    public boolean away() {
        return away;
    }
}
