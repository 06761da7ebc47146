package io.keelson.cluster.names;

import io.keelson.kernel.spi.lease.Fence;
import org.jspecify.annotations.Nullable;

/** Change of the tree that a member asks for. That member is the owner of what it binds. */
sealed interface TreeChange {
    /** Binds a name; replaces what is there only if that is asked for, or is of the same lease and an earlier epoch. */
    record Bind(
            String name,
            String className,
            Bytes value,
            @Nullable Fence fence,
            boolean replace) implements TreeChange {}

    /**
     * Removes a name.
     *
     * @param onlyOwn whether it is left alone where somebody else has bound it: the member that asks has bound it, and may
     *     have lost it meanwhile
     */
    record Unbind(String name, @Nullable Fence fence, boolean onlyOwn) implements TreeChange {}
}
