package io.keelson.deploy.spi;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An application cannot be deployed. The message names the class, descriptor line or resource at fault and what to do. */
public final class DeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean storage;
    private final boolean later;

    public DeploymentException(String message) {
        this(message, null, false, false);
    }

    public DeploymentException(String message, @Nullable Throwable cause) {
        this(message, cause, false, false);
    }

    private DeploymentException(String message, @Nullable Throwable cause, boolean storage, boolean later) {
        super(message, cause);
        this.storage = storage;
        this.later = later;
    }

    /** A library that the application names is not deployed on the server, or not yet. */
    public static DeploymentException library(String message) {
        return new DeploymentException(message, null, false, true);
    }

    /** The server's own disk is at fault, not the application: full, read-only, without rights. */
    public static DeploymentException storage(String message, IOException cause) {
        return new DeploymentException(message, cause, true, true);
    }

    /** Returns true if the same application may be deployed later without a change: of the server's storage, or of a library. */
    public boolean mayPass() {
        return later;
    }

    /** Returns whether the server could not keep what it has to, so that the same application may be deployed later. */
    public boolean isOfStorage() {
        return storage;
    }
}
