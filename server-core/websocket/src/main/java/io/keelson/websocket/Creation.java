package io.keelson.websocket;

import io.keelson.component.spi.ComponentFactory;
import io.keelson.kernel.context.InvocationContext;
import org.jspecify.annotations.Nullable;

/**
 * The handshake that a thread is in, as the default configurator sees it: the API makes configurators without telling them what
 * application they are for. Confined to that thread.
 *
 * <p>Specification: WebSocket 2.2, 3.1.7 Customizing Endpoint Creation.
 */
final class Creation {
    private static final InvocationContext.Slot<Creation> CURRENT = InvocationContext.Slot.staying();

    private final ComponentFactory components;
    private final @Nullable String refusedUnlessFrom;
    private @Nullable Object made;

    /**
     * Begins one.
     *
     * @param refusedUnlessFrom the host that pages have to come from; null for any
     */
    Creation(ComponentFactory components, @Nullable String refusedUnlessFrom) {
        this.components = components;
        this.refusedUnlessFrom = refusedUnlessFrom;
    }

    /** Makes it, or null for none, the thread's. */
    static void current(@Nullable Creation creation) {
        InvocationContext context = InvocationContext.current();
        if (context != null) {
            context.put(CURRENT, creation);
        }
    }

    /** The thread's; null outside of a handshake. */
    static @Nullable Creation current() {
        InvocationContext context = InvocationContext.current();
        return context == null ? null : context.get(CURRENT);
    }

    <T> T make(Class<T> type) throws Exception {
        T instance = components.create(type);
        made = instance;
        return instance;
    }

    /** Returns whether that instance was made here, and not by a configurator of the application. */
    boolean made(Object instance) {
        return made == instance;
    }

    boolean mayComeFrom(@Nullable String host) {
        return refusedUnlessFrom == null || refusedUnlessFrom.equalsIgnoreCase(host);
    }
}
