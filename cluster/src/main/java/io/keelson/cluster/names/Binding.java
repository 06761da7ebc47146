package io.keelson.cluster.names;

import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.membership.ClusterMember;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Value that a name stands for, with its owner. Immutable: nobody writes to the bytes. Two are equal where all of them is. */
final class Binding {
    private final String className;
    private final byte[] value;
    private final ClusterMember owner;
    private final @Nullable Fence fence;

    /**
     * A binding.
     *
     * @param className the class of the value
     * @param value the value's bytes, as the marshaller made them
     * @param owner the member that bound it
     * @param fence the lease under which it was bound; null: none
     */
    Binding(String className, byte[] value, ClusterMember owner, @Nullable Fence fence) {
        this.className = className;
        this.value = value;
        this.owner = owner;
        this.fence = fence;
    }

    String className() {
        return className;
    }

    byte[] value() {
        return value;
    }

    ClusterMember owner() {
        return owner;
    }

    @Nullable
    Fence fence() {
        return fence;
    }

    /** The epoch that counts where two sides of a partition have bound one name; 0 without a lease. */
    long epoch() {
        Fence under = fence;
        return under == null ? 0 : under.epoch();
    }

    /** Returns whether this one wins over another of the same name at a merge: the higher epoch, else the lower member. */
    boolean beats(Binding other) {
        return epoch() == other.epoch() ? owner.compareTo(other.owner) < 0 : epoch() > other.epoch();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Binding b
                && className.equals(b.className)
                && owner.equals(b.owner)
                && Objects.equals(fence, b.fence)
                && Arrays.equals(value, b.value);
    }

    @Override
    public int hashCode() {
        return Objects.hash(className, owner, fence, Arrays.hashCode(value));
    }

    @Override
    public String toString() {
        Fence under = fence;
        return className + " of " + owner + (under == null ? "" : " under " + under);
    }
}
