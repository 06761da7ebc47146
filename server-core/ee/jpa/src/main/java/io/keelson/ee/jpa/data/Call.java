package io.keelson.ee.jpa.data;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method of an interface, which can be made on several objects. Immutable.
 *
 * @param method of the interface
 * @param arguments null for none
 */
record Call(Method method, Object @Nullable [] arguments) {
    /**
     * Makes the call.
     *
     * @throws Throwable what the method throws
     */
    @Nullable
    Object on(Object target) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** Returns true if the call is of a method that every object has. */
    boolean isOfObject() {
        return method.getDeclaringClass() == Object.class;
    }

    /** Answers a call that {@link #isOfObject} for a proxy: identity, and the description as its text. */
    Object ofObject(Object proxy, String description) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && arguments[0] == proxy;
            case "hashCode" -> System.identityHashCode(proxy);
            default -> description;
        };
    }
}
