package io.keelson.kernel.naming;

import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.spi.lease.Fence;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * On whose behalf names are bound: the server, a version of an application, or the owner of a lease. All that an owner has
 * bound goes when it is closed, and it can bind nothing from then on: an activation that hangs and comes back later, say.
 * Thread-safe.
 *
 * <p>Code binds as the owner in {@link #SLOT} of its invocation context, else as its application, else as the server.
 */
public final class NameOwner implements AutoCloseable {
    /** The owner of what is bound in an invocation context; follows the work to other threads. */
    public static final InvocationContext.Slot<NameOwner> SLOT = InvocationContext.Slot.travelling();

    private final String description;
    private final @Nullable Fence fence;
    private final Consumer<NameOwner> closing;
    private volatile boolean closed;

    NameOwner(String description, @Nullable Fence fence, Consumer<NameOwner> closing) {
        this.description = description;
        this.fence = fence;
        this.closing = closing;
    }

    /** The lease under which it binds; null: none. */
    public @Nullable Fence fence() {
        return fence;
    }

    /** Returns whether it can bind nothing any more. */
    public boolean closed() {
        return closed;
    }

    /** Removes all that it has bound. Once; does not throw. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            closing.accept(this);
        }
    }

    /** Name in messages: {@code application shop}. */
    @Override
    public String toString() {
        return description;
    }
}
