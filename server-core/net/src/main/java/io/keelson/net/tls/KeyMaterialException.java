package io.keelson.net.tls;

import java.io.IOException;

/** A certificate, a key or trust cannot be used. The message says which file, why, and what to do; never a password. */
public final class KeyMaterialException extends IOException {
    private static final long serialVersionUID = 1;

    KeyMaterialException(String message) {
        super(message);
    }

    KeyMaterialException(String message, Throwable cause) {
        super(message, cause);
    }
}
