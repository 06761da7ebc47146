package io.keelson.ejb.interceptor;

import java.lang.invoke.MethodHandle;
import java.util.List;

/**
 * The methods that run around one event, in order. Immutable and thread-safe.
 *
 * @param links the methods; empty: nothing runs around it
 */
public record Chain(List<Link> links) {
    /** The chain without any method. */
    public static final Chain EMPTY = new Chain(List.of());

    public Chain {
        links = List.copyOf(links);
    }

    /**
     * A method of an interceptor or of the bean.
     *
     * @param slot the place of the interceptor among those of the bean; {@link #BEAN}: the bean itself
     * @param handle of type {@code (Object instance, InvocationContext) -> Object}
     * @param last true for callbacks of the bean class, which call the next by returning and not by {@code proceed}
     */
    public record Link(int slot, MethodHandle handle, boolean last) {
        /** The slot of methods of the bean class. */
        public static final int BEAN = -1;

        /** While interceptors are collected: the slot of the first that a binding chooses, others follow below. */
        static final int BOUND = -2;
    }

    /** Returns true if nothing runs around the event. */
    public boolean empty() {
        return links.isEmpty();
    }
}
