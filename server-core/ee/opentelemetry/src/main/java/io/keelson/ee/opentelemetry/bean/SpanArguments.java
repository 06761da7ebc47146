package io.keelson.ee.opentelemetry.bean;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.instrumentation.annotations.SpanAttribute;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of a call that {@code @SpanAttribute} makes attributes of. Without a name in the annotation or the class file a parameter has
 * none.
 */
final class SpanArguments {
    private SpanArguments() {}

    /** Returns them; those that are null are left out. */
    static Attributes of(Method method, @Nullable Object[] arguments) {
        AttributesBuilder attributes = Attributes.builder();
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
            SpanAttribute annotation = parameters[i].getAnnotation(SpanAttribute.class);
            Object value = arguments[i];
            if (annotation != null && value != null) {
                put(attributes, name(annotation, parameters[i]), value);
            }
        }
        return attributes.build();
    }

    private static String name(SpanAttribute annotation, Parameter parameter) {
        return annotation.value().isEmpty() && parameter.isNamePresent() ? parameter.getName() : annotation.value();
    }

    private static void put(AttributesBuilder attributes, String name, Object value) {
        if (name.isEmpty()) {
            return;
        }
        if (value instanceof Boolean truth) {
            attributes.put(name, truth.booleanValue());
        } else if (value instanceof Double || value instanceof Float) {
            attributes.put(name, ((Number) value).doubleValue());
        } else if (value instanceof Long
                || value instanceof Integer
                || value instanceof Short
                || value instanceof Byte) {
            attributes.put(name, ((Number) value).longValue());
        } else {
            attributes.put(name, value.toString());
        }
    }
}
