package io.keelson.deploy.spi;

import org.jspecify.annotations.Nullable;

/** An application cannot be deployed. The message names the class, descriptor line or resource at fault and what to do. */
public final class DeploymentException extends Exception {
    private static final long serialVersionUID = 1L;

    public DeploymentException(String message) {
        super(message);
    }

    public DeploymentException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
