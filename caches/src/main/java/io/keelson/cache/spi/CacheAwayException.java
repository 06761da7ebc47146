package io.keelson.cache.spi;

import org.jspecify.annotations.Nullable;

/** A cache cannot be used now; the message says why, as a sentence without its end. */
public final class CacheAwayException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With the reason. */
    public CacheAwayException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
