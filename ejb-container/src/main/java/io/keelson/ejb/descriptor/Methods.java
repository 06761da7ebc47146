package io.keelson.ejb.descriptor;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Looks for methods of a class, whatever their access, in the class and its superclasses. */
final class Methods {
    private Methods() {}

    static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            try {
                return each.getDeclaredMethod(name, parameters);
            } catch (NoSuchMethodException above) {
                // it may be a superclass's
            }
        }
        return null;
    }
}
