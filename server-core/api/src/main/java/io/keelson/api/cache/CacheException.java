package io.keelson.api.cache;

import org.jspecify.annotations.Nullable;

/** A cache cannot be used now, or a value cannot be written or read. The message says what was attempted on what, and why it failed. */
public class CacheException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure. */
    public CacheException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
