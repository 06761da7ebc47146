package io.keelson.base.trace;

import org.jspecify.annotations.Nullable;

/**
 * Whether somebody follows the server's work, and who. Provided by the kernel to all rooms; thread-safe. While nobody does it costs those who ask the
 * reading of one volatile field.
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
