package io.keelson.ee.cdi.messaging;

import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The object that is injected. Each call goes to the context of the transaction or request at that moment, so that it may be kept in a
 * bean of any scope. Thread-safe.
 *
 * <p>Specification: Messaging 3.1, 12.4.5 Restrictions on use of injected JMSContext objects.
 */
record InjectedContext(ContextKey key, ContextsInUse contexts) implements InvocationHandler {
    /** Methods that belong to whoever has made the context: the server. */
    private static final Set<String> REFUSED = Set.of(
            "setClientID",
            "setExceptionListener",
            "stop",
            "acknowledge",
            "commit",
            "rollback",
            "recover",
            "setAutoStart",
            "start",
            "close");

    static JMSContext of(ContextKey key, ContextsInUse contexts) {
        return (JMSContext) Proxy.newProxyInstance(
                JMSContext.class.getClassLoader(),
                new Class<?>[] {JMSContext.class},
                new InjectedContext(key, contexts));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "injected " + key;
            };
        }
        if (REFUSED.contains(method.getName())) {
            throw new IllegalStateRuntimeException(
                    method.getName() + " is not for an injected JMSContext, which the server opens and closes");
        }
        try {
            return method.invoke(contexts.get(key), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
