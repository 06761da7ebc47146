package io.keelson.component.injection;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls members of components and throws what they threw. */
final class Invocation {
    private Invocation() {}

    static void call(Object instance, Method method, Object... arguments) throws Exception {
        method.setAccessible(true);
        try {
            method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
    }

    static Object make(Constructor<?> constructor) throws Exception {
        try {
            return constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
    }

    private static Exception cause(InvocationTargetException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : e;
    }
}
