package io.keelson.ee.concurrency.context;

import io.keelson.kernel.context.Caller;
import io.keelson.kernel.context.InvocationContext;
import java.io.InvalidObjectException;
import java.io.ObjectStreamException;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The handler of a contextual proxy that was read from a stream: methods run in the context of the module that has made the proxy, for the
 * caller of the thread that has read it. Immutable.
 *
 * <p>Specification: Jakarta Concurrency 3.1, 3.3.2 Contextual proxy objects.
 *
 * @param module the key of the module
 * @param caller of the thread that has read it; null: nobody
 */
public record RestoredProxy(
        String module,
        ContextRules rules,
        Map<String, String> properties,
        @Nullable Caller caller,
        Object instance) implements InvocationHandler, WithProperties, Serializable {
    /**
     * Makes it for the calling thread.
     *
     * @throws InvalidObjectException when this JVM has not signed the context
     */
    public static Object of(byte[] context, byte[] signature, Object instance) throws InvalidObjectException {
        if (context == null || signature == null || instance == null) {
            throw new InvalidObjectException("a contextual proxy without its context or its instance");
        }
        SignedContext signed = SignedContext.read(context, signature, instance);
        InvocationContext here = InvocationContext.current();
        return new RestoredProxy(
                signed.module(), signed.rules(), signed.properties(), here == null ? null : here.caller(), instance);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return ContextualProxy.call(instance, method, arguments);
        }
        ModuleScope running = RunningModules.INSTANCE.find(module);
        if (running == null) {
            throw new IllegalStateException(module + " has ended; nothing of it runs any more");
        }
        InvocationContext home = running.home();
        home.caller(caller);
        try (CapturedContext.Established established =
                CapturedContext.of(running, rules, home, properties).begin()) {
            return ContextualProxy.call(instance, method, arguments);
        }
    }

    @Serial
    private Object writeReplace() throws ObjectStreamException {
        return SignedContext.form(module, rules, properties, instance);
    }
}
