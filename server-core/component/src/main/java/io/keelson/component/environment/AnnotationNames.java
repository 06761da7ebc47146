package io.keelson.component.environment;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Reads the element {@code name} that all annotations of injection have. */
public final class AnnotationNames {
    private AnnotationNames() {}

    /** Returns the name; empty where the annotation gives none or has no such element. */
    public static String of(Annotation annotation) {
        try {
            Method element = annotation.annotationType().getMethod("name");
            element.setAccessible(true);
            return element.invoke(annotation) instanceof String name ? name : "";
        } catch (NoSuchMethodException e) {
            return "";
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("the name of " + annotation + " cannot be read: " + e, e);
        }
    }
}
