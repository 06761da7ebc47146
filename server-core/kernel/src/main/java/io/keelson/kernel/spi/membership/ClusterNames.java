package io.keelson.kernel.spi.membership;

import io.keelson.kernel.spi.lease.Fence;
import io.keelson.kernel.spi.lease.StaleFence;
import java.util.List;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The names that all members of a cluster see. The cluster's room implements it and joins it to the names of its server
 * ({@code io.keelson.kernel.naming.Naming.join}); these ask it for what the server itself does not have, and hand it what is
 * bound for all to see.
 *
 * <p>A name is written as {@link javax.naming.CompositeName#toString()} writes it, without empty components and without a
 * scheme: {@code jms/orders}. Contexts are not kept: one exists while there is a name below it.
 *
 * <p>Rules for implementations:
 *
 * <ol>
 *   <li>{@link #bind} and {@link #unbind} MUST return only when the coordinator of the view has decided, and a lookup that
 *       begins on this member after that MUST see it.
 *   <li>{@link #bind} MUST refuse a name that is bound with {@link javax.naming.NameAlreadyBoundException} unless
 *       {@code replace} is set or the present binding is of the same lease and of an earlier epoch; and a name that is a
 *       context of another, or below one that is bound, with {@link javax.naming.NotContextException}.
 *   <li>A fence with an epoch lower than the highest that was seen for its lease MUST be refused with {@link StaleFence}, also
 *       when nothing is bound at the name. A binding with a fence MUST NOT be replaced or removed by anything but its own
 *       lease with the same epoch or a later one.
 *   <li>A value that can be neither a stub nor a copy MUST be refused with a {@link NamingException} that says so.
 *   <li>The bindings of a member MUST go with it: when the view no longer has it, or when it leaves.
 *   <li>When it cannot be decided now (no coordinator, no view), {@code bind} and {@code unbind} MUST fail within a bounded time
 *       with {@link javax.naming.ServiceUnavailableException}, and MUST say whether it can have happened all the same.
 *   <li>{@link #lookup} MUST NOT ask another member to find a name: it answers from what this member knows.
 *   <li>After a merge the higher epoch wins, else the lower member id; the loser's listener hears {@link Kind#LOST}.
 *   <li>Listeners MUST be called one change at a time, in the order of the changes, on a thread that holds no lock.
 * </ol>
 *
 * <p>Implementations are thread-safe.
 */
public interface ClusterNames {
    /**
     * Binds a name for all members. What this member has bound itself may be answered by {@link #lookup} as it is.
     *
     * @param value what other members get a stub or a copy of
     * @param fence the lease under which it is bound; null: none
     * @param replace whether a binding that is there is replaced
     */
    void bind(String name, Object value, @Nullable Fence fence, boolean replace) throws NamingException;

    /** Removes a binding, whoever made it; nothing happens when there is none. */
    void unbind(String name, @Nullable Fence fence) throws NamingException;

    /**
     * The value of a name; null when it is not bound.
     *
     * @param loader finds the classes of a copy or a stub: that of the application that asks
     * @throws NamingException when the value cannot be made here; its class is missing, say
     */
    @Nullable
    Object lookup(String name, ClassLoader loader) throws NamingException;

    /** All bindings, by name, as this member knows them at one moment. */
    List<Entry> entries();

    /** Tells of changes from now on. Closing what it returns ends that. */
    Registration listen(Listener listener);

    /**
     * A name that is bound.
     *
     * @param name the name
     * @param className the class of the value, as it was bound
     * @param member the server that bound it
     * @param fence the lease under which it was bound; null: none
     */
    record Entry(
            String name,
            String className,
            String member,
            @Nullable Fence fence) {}

    /** Kind of change of a name. */
    enum Kind {
        /** Was bound for the first time, or again after its binding had gone. */
        BOUND,
        /** Its value was replaced. */
        REPLACED,
        /** Was unbound, or its member is gone. */
        UNBOUND,
        /** At a merge this member's binding lost against that of another; the entry is the one that won. */
        LOST
    }

    /** Hears of changes. */
    interface Listener {
        /** A name was changed. Must return soon. */
        void changed(Kind kind, Entry entry);
    }

    /** Something that lasts until it is closed. */
    interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
