package io.keelson.deploy.spi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An application cannot be deployed. The message names the class, descriptor line or resource at fault and what to do. */
public final class DeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean storage;

    public DeploymentException(String message) {
        super(message);
        storage = false;
    }

    public DeploymentException(String message, @Nullable Throwable cause) {
        super(message, cause);
        storage = false;
    }

    private DeploymentException(String message, Throwable cause, boolean storage) {
        super(message, cause);
        this.storage = storage;
    }

    /** The server's own disk is at fault, not the application: full, read-only, without rights. */
    public static DeploymentException storage(String message, IOException cause) {
        return new DeploymentException(message, cause, true);
    }

    /** Whether the server could not keep what it has to, so that the same application may be deployed later. */
    public boolean isOfStorage() {
        return storage;
    }
}
