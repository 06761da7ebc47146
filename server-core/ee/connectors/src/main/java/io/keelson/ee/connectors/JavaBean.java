package io.keelson.ee.connectors;

import io.keelson.ee.connectors.descriptor.ConfigProperty;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Makes and configures the JavaBeans of an adapter (Connectors 2.1, 5.3.7.1 and 20.7: the types that a property may have). */
final class JavaBean {
    private JavaBean() {}

    /**
     * Makes an object of a class.
     *
     * @throws IllegalArgumentException when it cannot be made or is not of that type; the message says why
     */
    static <T> T make(ClassLoader loader, String className, Class<T> type) {
        try {
            Object made = loader.loadClass(className).getDeclaredConstructor().newInstance();
            if (!type.isInstance(made)) {
                throw new IllegalArgumentException(className + " is no " + type.getName());
            }
            return type.cast(made);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(className + " cannot be made: " + e.getCause(), e);
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IllegalArgumentException(className + " cannot be made: " + e, e);
        }
    }

    /**
     * Sets properties.
     *
     * @throws IllegalArgumentException when there is no such property, or its value is wrong; the message says where it stands
     */
    static void set(Object bean, List<ConfigProperty> properties) {
        for (ConfigProperty each : properties) {
            if (!set(bean, each)) {
                throw new IllegalArgumentException(
                        each.place() + ": " + bean.getClass().getName() + " has no property '" + each.name()
                                + "' of a type that can be configured");
            }
        }
    }

    /** Sets a property; false where there is none of that name. */
    static boolean set(Object bean, ConfigProperty property) {
        Optional<Method> setter = setter(bean.getClass(), property.name());
        if (setter.isEmpty()) {
            return false;
        }
        Method found = setter.get();
        try {
            found.invoke(bean, value(found.getParameterTypes()[0], property.value()));
            return true;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    property.place() + ": '" + property.name() + "' is not a "
                            + found.getParameterTypes()[0].getSimpleName(),
                    e);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    property.place() + ": '" + property.name() + "' is refused: " + e.getCause(), e);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(property.place() + ": '" + property.name() + "' is not public", e);
        }
    }

    /** The public setter; where there are several that of a string. */
    private static Optional<Method> setter(Class<?> type, String property) {
        Method found = null;
        for (Method each : type.getMethods()) {
            if (each.getParameterCount() == 1
                    && !each.isBridge()
                    && each.getName().toLowerCase(Locale.ROOT).equals("set" + property.toLowerCase(Locale.ROOT))
                    && isConfigurable(each.getParameterTypes()[0])
                    && (found == null || each.getParameterTypes()[0] == String.class)) {
                found = each;
            }
        }
        return Optional.ofNullable(found);
    }

    private static boolean isConfigurable(Class<?> type) {
        return type == String.class
                || type.isPrimitive()
                || type == Boolean.class
                || type == Character.class
                || Number.class.isAssignableFrom(type) && type.getName().startsWith("java.lang.");
    }

    private static Object value(Class<?> type, String text) {
        if (type == String.class) {
            return text;
        }
        if (type == char.class || type == Character.class) {
            if (text.length() != 1) {
                throw new NumberFormatException("'" + text + "' is not one character");
            }
            return text.charAt(0);
        }
        String number = text.strip();
        return switch (type.getSimpleName().toLowerCase(Locale.ROOT)) {
            case "boolean" -> Boolean.parseBoolean(number);
            case "byte" -> Byte.parseByte(number);
            case "short" -> Short.parseShort(number);
            case "int", "integer" -> Integer.parseInt(number);
            case "long" -> Long.parseLong(number);
            case "float" -> Float.parseFloat(number);
            case "double" -> Double.parseDouble(number);
            default -> throw new NumberFormatException("no value of " + type.getName() + " can be written as text");
        };
    }
}
