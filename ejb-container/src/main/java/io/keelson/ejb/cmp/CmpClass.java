package io.keelson.ejb.cmp;

import io.keelson.ejb.view.AccessorClass;
import jakarta.ejb.EntityBean;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** The class that implements the abstract methods of a bean class. Immutable and thread-safe. */
final class CmpClass {
    private final AccessorClass type;
    private final List<Method> methods;

    /**
     * Generates the class.
     *
     * @throws IllegalArgumentException when that cannot be done
     */
    CmpClass(Class<?> bean) {
        this.methods = abstracts(bean);
        this.type = AccessorClass.of(bean, methods);
    }

    /** The abstract methods of a class, those of superclasses that nothing implements too. */
    static List<Method> abstracts(Class<?> bean) {
        List<Method> found = new ArrayList<>();
        for (Class<?> each = bean; each != null && each != Object.class; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                if (Modifier.isAbstract(method.getModifiers()) && !implemented(bean, method, found)) {
                    found.add(method);
                }
            }
        }
        return found;
    }

    private static boolean implemented(Class<?> bean, Method method, List<Method> found) {
        for (Method each : found) {
            if (same(each, method)) {
                return true;
            }
        }
        for (Class<?> below = bean; below != method.getDeclaringClass(); below = below.getSuperclass()) {
            for (Method each : below.getDeclaredMethods()) {
                if (same(each, method) && !Modifier.isAbstract(each.getModifiers())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean same(Method one, Method other) {
        return one.getName().equals(other.getName())
                && java.util.Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
    }

    /** Returns the methods, by their number. */
    List<Method> methods() {
        return methods;
    }

    EntityBean make(BiFunction<Integer, Object[], Object> target) throws Throwable {
        return (EntityBean) type.make(target);
    }
}
