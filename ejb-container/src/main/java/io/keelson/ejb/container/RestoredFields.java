package io.keelson.ejb.container;

import io.keelson.component.spi.InjectionPoint;
import io.keelson.kernel.context.InvocationContext;
import java.lang.reflect.Field;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The injected fields of the stateful bean that the thread restores whose values come from its state: they get no new stateful bean. */
final class RestoredFields {
    private static final InvocationContext.Slot<Set<String>> NAMES = InvocationContext.Slot.staying();

    private RestoredFields() {}

    /** Says which fields come from a state, as {@code class.field}; returns those before. */
    static @Nullable Set<String> enter(@Nullable Set<String> names) {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return null;
        }
        Set<String> before = context.get(NAMES);
        context.put(NAMES, names);
        return before;
    }

    /** Returns true if the value of a field comes from the state. */
    static boolean contains(InjectionPoint point) {
        InvocationContext context = InvocationContext.current();
        Set<String> names = context == null ? null : context.get(NAMES);
        return names != null
                && point.member() instanceof Field field
                && names.contains(field.getDeclaringClass().getName() + "." + field.getName());
    }
}
