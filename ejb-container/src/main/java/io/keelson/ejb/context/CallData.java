package io.keelson.ejb.context;

import io.keelson.kernel.context.InvocationContext;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data that the interceptors of one call share with each other and with the bean's context. Confined to the thread of the call.
 *
 * <p>Specification: Jakarta Interceptors 2.2, 2.3; Enterprise Beans 4.0 Core, 4.3.3 ({@code getContextData}).
 */
public final class CallData {
    private static final InvocationContext.Slot<Map<String, Object>> SLOT = InvocationContext.Slot.staying();

    private CallData() {}

    /** Returns the data of the thread's call; that of nobody where it works for no bean. */
    public static Map<String, Object> current() {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return new HashMap<>();
        }
        Map<String, Object> data = context.get(SLOT);
        if (data == null) {
            data = new HashMap<>();
            context.put(SLOT, data);
        }
        return data;
    }

    /**
     * Begins a call without data.
     *
     * @return the data of the call around it, for {@link #leave}
     */
    public static @Nullable Map<String, Object> enter() {
        InvocationContext context = InvocationContext.current();
        if (context == null) {
            return null;
        }
        Map<String, Object> before = context.get(SLOT);
        if (before != null) {
            context.put(SLOT, null);
        }
        return before;
    }

    /** Ends a call: puts back what {@link #enter} returned. */
    public static void leave(@Nullable Map<String, Object> before) {
        InvocationContext context = InvocationContext.current();
        if (context != null && (before != null || context.get(SLOT) != null)) {
            context.put(SLOT, before);
        }
    }
}
