package io.keelson.base.trace;

import org.jspecify.annotations.Nullable;

/**
 * Access to the tracer that follows the server's work, if there is one. Provided by the kernel to all rooms; thread-safe. While there is
 * none, asking costs the reading of one volatile field.
 */
public final class Tracing {
    private volatile @Nullable Tracer tracer;

    /** Followed by nobody. */
    public Tracing() {}

    /** Returns who begins spans now; null: nobody. */
    public @Nullable Tracer tracer() {
        return tracer;
    }

    /** Changes that; null for nobody. Spans that have begun stay with who began them. */
    public void use(@Nullable Tracer next) {
        tracer = next;
    }
}
