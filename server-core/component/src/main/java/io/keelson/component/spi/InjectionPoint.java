package io.keelson.component.spi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * A place of a component's class that an annotation asks a value for: a field, a setter, or the class itself. Immutable.
 *
 * <p>Specification: Jakarta EE Platform 11, 5.2.5 Annotations and Injection.
 *
 * @param declaring the class that declares it
 * @param member the field or setter; null for an annotation on the class
 * @param property the name of the field or of the setter's property; empty for the class
 * @param type the type that the value must have; {@code Object} for the class
 * @param genericType the same with its type arguments
 */
public record InjectionPoint(
        Class<?> declaring, @Nullable Member member, String property, Class<?> type, Type genericType) {
    /** Returns the place of a field. */
    public static InjectionPoint of(Field field) {
        return new InjectionPoint(
                field.getDeclaringClass(), field, field.getName(), field.getType(), field.getGenericType());
    }

    /**
     * Returns the place of a setter.
     *
     * @throws IllegalArgumentException where the method is no setter
     */
    public static InjectionPoint of(Method setter) {
        if (!isSetter(setter)) {
            throw new IllegalArgumentException(setter + " is no setter: expected setName with one parameter");
        }
        String name = setter.getName();
        return new InjectionPoint(
                setter.getDeclaringClass(),
                setter,
                Character.toLowerCase(name.charAt(3)) + name.substring(4),
                setter.getParameterTypes()[0],
                setter.getGenericParameterTypes()[0]);
    }

    /** Returns the place of an annotation on a class. */
    public static InjectionPoint of(Class<?> type) {
        return new InjectionPoint(type, null, "", Object.class, Object.class);
    }

    /** Returns true if the method can be injected into: one parameter and a name that begins with {@code set}. */
    public static boolean isSetter(Method method) {
        return method.getParameterCount() == 1
                && method.getName().startsWith("set")
                && method.getName().length() > 3;
    }

    /** Returns the name that the specification gives a resource where the annotation has none: {@code com.acme.Shop/orders}. */
    public String defaultName() {
        return declaring.getName() + "/" + property;
    }

    /** Returns the place as messages name it: {@code @Resource on field 'orders' of class com.acme.Shop}. */
    public String describe(Class<? extends Annotation> annotation) {
        String where = member == null
                ? ""
                : member instanceof Field ? "field '" + property + "' of " : "setter of '" + property + "' of ";
        return "@" + annotation.getSimpleName() + " on " + where + "class " + declaring.getName();
    }
}
