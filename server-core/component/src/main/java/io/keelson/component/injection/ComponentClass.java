package io.keelson.component.injection;

import io.keelson.component.spi.InjectionPoint;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The constructor and the annotated members of a component's class. Found once a class, as pages make tag handlers for every request;
 * kept by the class itself, of which it knows nothing but its own members, so that it goes with it. Immutable.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection; Servlet 6.1, 15.5 Annotations and Resource Injection.
 *
 * @param constructor that without arguments; null: there is none
 * @param levels the class and its superclasses, those first
 */
record ComponentClass(@Nullable Constructor<?> constructor, List<Level> levels) {
    private static final ClassValue<ComponentClass> KNOWN = new ClassValue<>() {
        @Override
        protected ComponentClass computeValue(Class<?> type) {
            return read(type);
        }
    };

    /**
     * One class with its own members.
     *
     * @param members fields and setters with annotations, fields first; setters that a subclass overrides are left out
     */
    record Level(Class<?> type, List<Injectable> members) {}

    /** A field or setter with its annotations. */
    record Injectable(InjectionPoint point, List<Annotation> annotations) {}

    static ComponentClass of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static ComponentClass read(Class<?> type) {
        List<Level> levels = new ArrayList<>();
        Set<String> overridden = new HashSet<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            levels.add(0, level(at, overridden));
        }
        return new ComponentClass(constructor(type), List.copyOf(levels));
    }

    private static @Nullable Constructor<?> constructor(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Level level(Class<?> type, Set<String> overridden) {
        List<Injectable> members = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            Annotation[] annotations = field.getDeclaredAnnotations();
            if (annotations.length > 0) {
                members.add(new Injectable(InjectionPoint.of(field), List.of(annotations)));
            }
        }
        List<String> own = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (!InjectionPoint.isSetter(method) || method.isBridge()) {
                continue;
            }
            String signature = method.getName() + Arrays.toString(method.getParameterTypes());
            Annotation[] annotations = method.getDeclaredAnnotations();
            boolean hidden = Modifier.isPrivate(method.getModifiers());
            if (annotations.length > 0 && (hidden || !overridden.contains(signature))) {
                members.add(new Injectable(InjectionPoint.of(method), List.of(annotations)));
            }
            if (!hidden) {
                own.add(signature);
            }
        }
        overridden.addAll(own);
        return new Level(type, List.copyOf(members));
    }
}
