package io.keelson.ee.opentelemetry.rest;

import jakarta.ws.rs.Path;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Paths of resources as their annotations have them, with the names of parameters. Annotations of a superclass or an interface count
 * where the class has none.
 */
final class Route {
    private Route() {}

    /** Returns that of a method; empty where the class has no path, as that of a sub-resource. */
    static Optional<String> of(Class<?> resource, Method method) {
        String path = ofClass(resource);
        if (path == null) {
            return Optional.empty();
        }
        String below = ofMethod(resource, method);
        return Optional.of(below == null ? path : join(path, below));
    }

    /** Puts one slash between two paths; there is none at the end. */
    static String join(String base, String path) {
        String joined = (base + "/" + path).replaceAll("/{2,}", "/");
        return joined.length() > 1 && joined.endsWith("/") ? joined.substring(0, joined.length() - 1) : joined;
    }

    private static @Nullable String ofClass(@Nullable Class<?> type) {
        if (type == null) {
            return null;
        }
        Path path = type.getAnnotation(Path.class);
        if (path != null) {
            return path.value();
        }
        String inherited = ofClass(type.getSuperclass());
        for (Class<?> each : type.getInterfaces()) {
            inherited = inherited == null ? ofClass(each) : inherited;
        }
        return inherited;
    }

    private static @Nullable String ofMethod(@Nullable Class<?> type, Method method) {
        if (type == null) {
            return null;
        }
        Path path = annotation(type, method);
        if (path != null) {
            return path.value();
        }
        String inherited = ofMethod(type.getSuperclass(), method);
        for (Class<?> each : type.getInterfaces()) {
            inherited = inherited == null ? ofMethod(each, method) : inherited;
        }
        return inherited;
    }

    private static @Nullable Path annotation(Class<?> type, Method method) {
        try {
            return type.getDeclaredMethod(method.getName(), method.getParameterTypes())
                    .getAnnotation(Path.class);
        } catch (NoSuchMethodException absent) {
            return null;
        }
    }
}
