package io.keelson.websocket.endpoint;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds what a class gives as the type argument of an interface with one type parameter. */
final class Generics {
    private Generics() {}

    /** The argument; empty where the class does not implement the interface or leaves open with what. */
    static Optional<Class<?>> argument(Class<?> type, Class<?> ofInterface) {
        return Optional.ofNullable(find(type, ofInterface, Map.of()));
    }

    private static @Nullable Class<?> find(Class<?> type, Class<?> wanted, Map<TypeVariable<?>, Type> known) {
        for (Type implemented : type.getGenericInterfaces()) {
            Class<?> found = look(implemented, wanted, known);
            if (found != null) {
                return found;
            }
        }
        Type above = type.getGenericSuperclass();
        return above == null ? null : look(above, wanted, known);
    }

    private static @Nullable Class<?> look(Type type, Class<?> wanted, Map<TypeVariable<?>, Type> known) {
        if (type instanceof Class<?> plain) {
            return find(plain, wanted, Map.of());
        }
        ParameterizedType parameterized = (ParameterizedType) type;
        Class<?> raw = (Class<?>) parameterized.getRawType();
        Type[] arguments = parameterized.getActualTypeArguments();
        if (raw == wanted) {
            return erased(arguments[0], known);
        }
        Map<TypeVariable<?>, Type> inner = new HashMap<>();
        for (int i = 0; i < arguments.length; i++) {
            Type argument = arguments[i];
            Type value = argument instanceof TypeVariable<?> v ? known.get(v) : argument;
            if (value != null) {
                inner.put(raw.getTypeParameters()[i], value);
            }
        }
        return find(raw, wanted, inner);
    }

    private static @Nullable Class<?> erased(Type type, Map<TypeVariable<?>, Type> known) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType parameterized) {
            return (Class<?>) parameterized.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            Class<?> component = erased(array.getGenericComponentType(), known);
            return component == null ? null : Array.newInstance(component, 0).getClass();
        }
        if (type instanceof TypeVariable<?> variable) {
            Type value = known.get(variable);
            return value == null || value == type ? null : erased(value, known);
        }
        return null;
    }
}
