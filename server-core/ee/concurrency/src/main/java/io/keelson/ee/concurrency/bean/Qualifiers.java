package io.keelson.ee.concurrency.bean;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes qualifiers of which only the class is known. */
final class Qualifiers {
    private Qualifiers() {}

    /**
     * Returns an annotation whose elements have their defaults.
     *
     * @throws IllegalArgumentException when an element has none
     */
    static Annotation of(Class<?> type) {
        Map<String, Object> values = new TreeMap<>();
        for (Method element : type.getDeclaredMethods()) {
            Object value = element.getDefaultValue();
            if (value == null) {
                throw new IllegalArgumentException("the qualifier " + type.getName() + " has an element '"
                        + element.getName() + "' without a default, which a definition cannot give");
            }
            values.put(element.getName(), value);
        }
        Class<? extends Annotation> annotation = type.asSubclass(Annotation.class);
        return annotation.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new Handler(annotation, values)));
    }

    private record Handler(Class<? extends Annotation> type, Map<String, Object> values) implements InvocationHandler {
        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
            return switch (method.getName()) {
                case "annotationType" -> type;
                case "hashCode" -> type.hashCode();
                case "toString" -> "@" + type.getName() + values;
                case "equals" -> arguments != null && isSame(arguments[0]);
                default -> values.get(method.getName());
            };
        }

        private boolean isSame(@Nullable Object other) {
            return other instanceof Annotation annotation && annotation.annotationType() == type && values.isEmpty();
        }
    }
}
