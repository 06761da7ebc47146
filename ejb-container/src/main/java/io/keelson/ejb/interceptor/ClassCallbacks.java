package io.keelson.ejb.interceptor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The interceptor and callback methods of one class, superclasses first. A method that a subclass overrides is left out.
 * Immutable and thread-safe.
 *
 * <p>Specification: Jakarta Interceptors 2.2, 2.3 to 2.6 and 5.2.1.
 */
public final class ClassCallbacks {
    private static final MethodType WITH_CONTEXT =
            MethodType.methodType(Object.class, Object.class, jakarta.interceptor.InvocationContext.class);

    private final Map<Event, List<MethodHandle>> handles = new EnumMap<>(Event.class);

    private ClassCallbacks() {}

    /**
     * Looks for the methods.
     *
     * @param type an interceptor class or a bean class
     * @param declared methods that a descriptor names, by event, beside those with annotations
     * @throws IllegalArgumentException when a method breaks the rules of its event; the message names class and method
     */
    public static ClassCallbacks of(Class<?> type, Map<Event, Set<Method>> declared) {
        return of(type, declared, true);
    }

    /**
     * Looks for the methods.
     *
     * @param annotated false where only the descriptor counts
     */
    static ClassCallbacks of(Class<?> type, Map<Event, Set<Method>> declared, boolean annotated) {
        ClassCallbacks callbacks = new ClassCallbacks();
        Deque<Class<?>> hierarchy = new ArrayDeque<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            hierarchy.push(each);
        }
        for (Event event : Event.values()) {
            List<MethodHandle> found = new ArrayList<>();
            Set<Method> named = declared.getOrDefault(event, Set.of());
            for (Class<?> level : hierarchy) {
                List<Method> here = Arrays.stream(level.getDeclaredMethods())
                        .filter(method -> !method.isBridge() && !method.isSynthetic())
                        .filter(method ->
                                annotated && method.isAnnotationPresent(event.annotation()) || named.contains(method))
                        .toList();
                if (here.size() > 1) {
                    throw new IllegalArgumentException(level.getName() + " has several @"
                            + event.annotation().getSimpleName() + " methods: "
                            + here.stream().map(Method::getName).sorted().toList());
                }
                for (Method method : here) {
                    if (!overridden(method, type)) {
                        found.add(handle(method, event));
                    }
                }
            }
            callbacks.handles.put(event, List.copyOf(found));
        }
        return callbacks;
    }

    private static boolean overridden(Method method, Class<?> type) {
        if (Modifier.isPrivate(method.getModifiers())) {
            return false;
        }
        for (Class<?> each = type; each != method.getDeclaringClass(); each = each.getSuperclass()) {
            for (Method other : each.getDeclaredMethods()) {
                boolean same = other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())
                        && !Modifier.isPrivate(other.getModifiers());
                boolean visible = (method.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
                        || each.getPackageName()
                                .equals(method.getDeclaringClass().getPackageName());
                if (same && visible) {
                    return true;
                }
            }
        }
        return false;
    }

    private static MethodHandle handle(Method method, Event event) {
        int modifiers = method.getModifiers();
        if (Modifier.isStatic(modifiers) || Modifier.isFinal(modifiers)) {
            throw new IllegalArgumentException(place(method, event) + " must be neither static nor final");
        }
        Class<?>[] parameters = method.getParameterTypes();
        boolean context = parameters.length == 1
                && parameters[0].isAssignableFrom(jakarta.interceptor.InvocationContext.class)
                && parameters[0] != Object.class;
        if (!context && (event.call() || parameters.length != 0)) {
            throw new IllegalArgumentException(place(method, event) + " must have "
                    + (event.call() ? "one parameter, an InvocationContext" : "no parameter or an InvocationContext"));
        }
        if (event.call() && method.getReturnType() != Object.class) {
            throw new IllegalArgumentException(place(method, event) + " must return Object");
        }
        try {
            method.setAccessible(true);
            MethodHandle handle = MethodHandles.lookup().unreflect(method);
            return (context
                            ? handle
                            : MethodHandles.dropArguments(handle, 1, jakarta.interceptor.InvocationContext.class))
                    .asType(WITH_CONTEXT);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(place(method, event) + " cannot be called: " + e.getMessage(), e);
        }
    }

    private static String place(Method method, Event event) {
        return "the @" + event.annotation().getSimpleName() + " method "
                + method.getDeclaringClass().getName() + "." + method.getName();
    }

    /**
     * Returns the methods for an event, in the order in which they run.
     *
     * @return handles of type {@code (Object instance, InvocationContext) -> Object}
     */
    public List<MethodHandle> of(Event event) {
        return handles.getOrDefault(event, List.of());
    }
}
