package io.keelson.kernel.spi.lease;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Wish of this server for a name. It asks until it has it, and again when it has lost it. Thread-safe. */
public interface LeaseClaim extends AutoCloseable {
    /** Returns what is wanted. */
    String name();

    /** The lease, while it is held. */
    Optional<Lease> lease();

    /**
     * Wants it no more, and gives it back: {@link Lease#guard()} refuses from now on, the release is sent when the sections
     * that are open have ended, and at once others may have it. Completes, never exceptionally, when the release is
     * decided or the lease has run out.
     */
    CompletionStage<Void> release();

    /** {@link #release()} without waiting. */
    @Override
    default void close() {
        release();
    }
}
