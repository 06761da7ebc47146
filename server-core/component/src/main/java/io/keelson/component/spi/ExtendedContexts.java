package io.keelson.component.spi;

import io.keelson.kernel.context.InvocationContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The extended persistence contexts of one stateful bean, at most one a persistence unit. The container of the bean makes it, enters it
 * while the bean is made or called, and ends it. Used by one thread at a time, as the bean is.
 *
 * <p>Specification: Jakarta Persistence 3.2, 7.6.3.1 Inheritance of Extended Persistence Context.
 */
public final class ExtendedContexts {
    private static final InvocationContext.Slot<ExtendedContexts> CURRENT = InvocationContext.Slot.staying();

    private final Map<Object, ExtendedContext> held = new LinkedHashMap<>();
    private @Nullable ExtendedContexts creator;

    private ExtendedContexts(@Nullable ExtendedContexts creator) {
        this.creator = creator;
    }

    /** Makes those of a bean that the thread's bean creates; it inherits the contexts of that one. */
    public static ExtendedContexts ofNewBean() {
        return new ExtendedContexts(current());
    }

    /** Returns those of the bean that the thread makes or runs; null where it is no stateful bean. */
    public static @Nullable ExtendedContexts current() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(CURRENT);
    }

    /**
     * Makes this the contexts of the thread's bean.
     *
     * @param next null: the thread's bean is no stateful one
     * @return those before, for the call that puts them back
     */
    public static @Nullable ExtendedContexts enter(@Nullable ExtendedContexts next) {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return null;
        }
        ExtendedContexts before = context.get(CURRENT);
        if (before != next) {
            context.put(CURRENT, next);
        }
        return before;
    }

    /** Says that the bean is made: what it asks for from now on is its own. */
    public void made() {
        creator = null;
    }

    /** Returns true if the bean has none. */
    public boolean isEmpty() {
        return held.isEmpty();
    }

    /**
     * Returns the bean's context of a persistence unit: the one that it has, that of the bean that creates it, or a new one.
     *
     * @param unit by identity
     * @param synchronised true if it joins transactions by itself
     * @throws IllegalStateException when the bean that creates this one has a context of the other type of synchronization
     */
    public ExtendedContext of(Object unit, boolean synchronised, Supplier<ExtendedContext> opening) {
        ExtendedContext there = held.get(unit);
        if (there == null) {
            ExtendedContext creators = creator == null ? null : creator.held.get(unit);
            if (creators != null && creators.synchronised() != synchronised) {
                throw new IllegalStateException(
                        "a stateful bean inherits the extended persistence context of the bean that creates it, and their"
                                + " types of synchronization differ");
            }
            there = creators == null ? opening.get() : creators.inherited();
            held.put(unit, there);
        }
        return there;
    }

    /**
     * Has all join the thread's transaction, where there is one.
     *
     * @throws IllegalStateException when that has another persistence context of one of the units
     */
    public void join() {
        for (ExtendedContext each : held.values()) {
            each.join();
        }
    }

    /** Ends all; the last failure is thrown when all have been ended. */
    public void end() {
        List<ExtendedContext> ending = new ArrayList<>(held.values());
        held.clear();
        RuntimeException failed = null;
        for (ExtendedContext each : ending) {
            try {
                each.end();
            } catch (RuntimeException e) {
                failed = e;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
