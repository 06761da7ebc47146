package io.keelson.kernel.lifecycle;

/** Mode of a shutdown, which decides about work in flight. */
public enum ShutdownMode {
    /** Work in flight ends by itself, at most for {@code graceful-shutdown-timeout}. */
    GRACEFUL,
    /** Work in flight is cut off. */
    FORCE
}
