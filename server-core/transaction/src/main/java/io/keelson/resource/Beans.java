package io.keelson.resource;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Makes a driver's data source and sets its properties, by reflection: the JDK's introspector would keep the class. */
final class Beans {
    private Beans() {}

    /**
     * Makes one.
     *
     * @param values by the name of the property; letters of any case, as {@code url} is {@code setURL} with some drivers
     * @throws IllegalArgumentException when it cannot be made or has no such property; a value is never in the message
     */
    static <T> T make(Class<T> type, Map<String, String> values) {
        try {
            T made = type.getDeclaredConstructor().newInstance();
            for (Map.Entry<String, String> each : values.entrySet()) {
                set(made, each.getKey(), each.getValue());
            }
            return made;
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(type.getName() + " cannot be made: " + e.getCause(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(type.getName() + " cannot be made: " + e, e);
        }
    }

    /** Returns whether the class has a property of that name, in letters of any case, that a text can be. */
    static boolean has(Class<?> type, String property) {
        String setter = "set" + property.toLowerCase(Locale.ROOT);
        return Stream.of(type.getMethods())
                .anyMatch(each -> each.getName().toLowerCase(Locale.ROOT).equals(setter)
                        && each.getParameterCount() == 1
                        && isSimple(each.getParameterTypes()[0]));
    }

    private static void set(Object bean, String property, String value) throws ReflectiveOperationException {
        String setter = "set" + property.toLowerCase(Locale.ROOT);
        Class<?> wrongType = null;
        for (Method method : bean.getClass().getMethods()) {
            if (method.getName().toLowerCase(Locale.ROOT).equals(setter) && method.getParameterCount() == 1) {
                Class<?> type = method.getParameterTypes()[0];
                if (isSimple(type)) {
                    call(bean, method, property, converted(property, value, type));
                    return;
                }
                wrongType = type;
            }
        }
        throw new IllegalArgumentException(bean.getClass().getName()
                + (wrongType == null
                        ? " has no property '" + property + "'"
                        : " has the property '" + property + "' of the type " + wrongType.getName()
                                + ", which a text cannot be"));
    }

    private static boolean isSimple(Class<?> type) {
        return type == String.class
                || type == int.class
                || type == Integer.class
                || type == long.class
                || type == Long.class
                || type == boolean.class
                || type == Boolean.class;
    }

    private static Object converted(String property, String value, Class<?> type) {
        try {
            if (type == int.class || type == Integer.class) {
                return Integer.valueOf(value.trim());
            }
            if (type == long.class || type == Long.class) {
                return Long.valueOf(value.trim());
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the property '" + property + "' is to be a whole number");
        }
        return type == String.class ? value : Boolean.valueOf(value.trim());
    }

    private static void call(Object bean, Method method, String property, Object value)
            throws ReflectiveOperationException {
        try {
            method.invoke(bean, value);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    bean.getClass().getName() + " refuses its property '" + property + "': " + e.getCause(), e);
        }
    }
}
