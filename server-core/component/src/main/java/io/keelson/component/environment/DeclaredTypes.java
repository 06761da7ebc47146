package io.keelson.component.environment;

import io.keelson.component.descriptor.ComponentDescriptor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The types of declarations that say none: those of the members into which they are injected.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5.
 *
 * @param loader of the module
 */
record DeclaredTypes(ClassLoader loader) {
    /** Returns the type that is said, or that of the first member that is there; null where there is neither. */
    @Nullable
    String of(@Nullable String said, List<ComponentDescriptor.InjectionTarget> targets) {
        if (said != null) {
            return said;
        }
        for (ComponentDescriptor.InjectionTarget target : targets) {
            Class<?> member = member(target);
            if (member != null) {
                return member.getName();
            }
        }
        return null;
    }

    private @Nullable Class<?> member(ComponentDescriptor.InjectionTarget target) {
        try {
            Class<?> owner = Class.forName(target.className(), false, loader);
            for (Field field : owner.getDeclaredFields()) {
                if (field.getName().equals(target.name())) {
                    return field.getType();
                }
            }
            for (Method method : owner.getDeclaredMethods()) {
                if (method.getName().equalsIgnoreCase("set" + target.name()) && method.getParameterCount() == 1) {
                    return method.getParameterTypes()[0];
                }
            }
            return null;
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // injection says it, with the class
        }
    }
}
