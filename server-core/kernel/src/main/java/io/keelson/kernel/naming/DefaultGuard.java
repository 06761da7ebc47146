package io.keelson.kernel.naming;

import org.jspecify.annotations.Nullable;

/** Decides which components find a name below {@code java:comp} that not all of them have. Thread-safe. */
@FunctionalInterface
public interface DefaultGuard {
    /**
     * Decides about a lookup of the calling thread. It is called at each one, so it must not block.
     *
     * @return the reason for which the name is not there, as the end of a sentence; null: it is there
     */
    @Nullable
    String refusal();
}
