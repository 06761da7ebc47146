package io.keelson.ejb.view;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The methods that a reference overrides. */
final class ViewMethods {
    private ViewMethods() {}

    /** A method as the JVM tells it from others. */
    private record Key(String name, List<Class<?>> parameters, Class<?> returned) {
        static Key of(Method method) {
            return new Key(method.getName(), Arrays.asList(method.getParameterTypes()), method.getReturnType());
        }
    }

    static List<Method> of(Class<?> view, Class<?>... more) {
        List<Method> methods = new ArrayList<>();
        Set<Key> seen = new HashSet<>();
        if (view.isInterface()) {
            add(view.getMethods(), methods, seen);
        } else {
            for (Class<?> each = view; each != null && each != Object.class; each = each.getSuperclass()) {
                add(each.getDeclaredMethods(), methods, seen);
            }
            for (Class<?> each : view.getInterfaces()) {
                add(each.getMethods(), methods, seen);
            }
            add(view.getMethods(), methods, seen);
        }
        for (Class<?> each : more) {
            add(each.getMethods(), methods, seen);
        }
        return List.copyOf(methods);
    }

    /** Leaves out {@code equals} and {@code hashCode}, which are those of the reference and not of the bean (3.4.7). */
    static List<Method> withoutEquality(List<Method> methods) {
        return methods.stream()
                .filter(method -> !(method.getName().equals("hashCode") && method.getParameterCount() == 0)
                        && !(method.getName().equals("equals")
                                && Arrays.equals(method.getParameterTypes(), new Class<?>[] {Object.class})))
                .toList();
    }

    private static void add(Method[] candidates, List<Method> methods, Set<Key> seen) {
        for (Method method : candidates) {
            int modifiers = method.getModifiers();
            boolean overridable = !Modifier.isStatic(modifiers)
                    && !Modifier.isFinal(modifiers)
                    && !Modifier.isPrivate(modifiers)
                    && method.getDeclaringClass() != Object.class;
            if (overridable && seen.add(Key.of(method))) {
                methods.add(method);
            }
        }
    }
}
