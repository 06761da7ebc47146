package io.keelson.ee.iiop;

import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.HashSet;
import java.util.Set;

/**
 * Looks for records among the values of a method, in their fields and in the parameters of their types: the broker sets fields of the
 * objects that it reads, which the JVM refuses for records. What only the run time shows, a record in a field of type {@code Object},
 * fails there. Confined to a thread.
 */
final class Sendable {
    private final Method method;
    private final String application;
    private final Set<Type> seen = new HashSet<>();

    private Sendable(Method method, String application) {
        this.method = method;
        this.application = application;
    }

    /**
     * Checks parameters, result and exceptions.
     *
     * @throws DeploymentException where one of them is or has a record
     */
    static void check(Method method, String application) throws DeploymentException {
        Sendable check = new Sendable(method, application);
        for (Type type : method.getGenericParameterTypes()) {
            check.look(type);
        }
        check.look(method.getGenericReturnType());
        for (Type type : method.getGenericExceptionTypes()) {
            check.look(type);
        }
    }

    private void look(Type type) throws DeploymentException {
        if (!seen.add(type)) {
            return;
        }
        if (type instanceof Class<?> named) {
            look(named);
        } else if (type instanceof ParameterizedType of) {
            look(of.getRawType());
            for (Type each : of.getActualTypeArguments()) {
                look(each);
            }
        } else if (type instanceof GenericArrayType array) {
            look(array.getGenericComponentType());
        } else if (type instanceof WildcardType wildcard) {
            for (Type each : wildcard.getUpperBounds()) {
                look(each);
            }
        }
    }

    private void look(Class<?> type) throws DeploymentException {
        if (type.isArray()) {
            look((Type) type.getComponentType());
            return;
        }
        if (type.isRecord()) {
            throw new DeploymentException("application " + application + ": " + method + " has values of the record "
                    + type.getName() + ", which RMI-IIOP cannot send; use a class, or disable iiop of the server");
        }
        if (type.isPrimitive()
                || type.isInterface()
                || type.isEnum()
                || type.getName().startsWith("java.")) {
            return;
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                look(field.getGenericType());
            }
        }
        Class<?> above = type.getSuperclass();
        if (above != null) {
            look((Type) above);
        }
    }
}
