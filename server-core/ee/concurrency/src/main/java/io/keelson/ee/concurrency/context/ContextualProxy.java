package io.keelson.ee.concurrency.context;

import java.io.ObjectStreamException;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handler of a contextual proxy: methods run in the context in which the proxy was made, those of {@code Object} do not. Immutable.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3.2 Contextual proxy objects.
 *
 * @param instance whose methods are called
 * @param properties execution properties
 */
record ContextualProxy(CapturedContext context, Object instance, Map<String, String> properties)
        implements InvocationHandler, WithProperties, Serializable {
    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return call(instance, method, arguments);
        }
        try (CapturedContext.Established established = context.begin()) {
            return call(instance, method, arguments);
        }
    }

    /** The module of the context is written by its key, and the rest signed: objects of the server stay here. */
    @Serial
    private Object writeReplace() throws ObjectStreamException {
        return SignedContext.form(context.module().key(), context.rules(), properties, instance);
    }

    static @Nullable Object call(Object instance, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }
}
