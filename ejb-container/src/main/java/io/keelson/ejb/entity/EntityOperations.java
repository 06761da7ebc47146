package io.keelson.ejb.entity;

import io.keelson.ejb.model.EntityModel;
import io.keelson.ejb.model.EntityModel.Operation;
import jakarta.ejb.EntityBean;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Calls the methods of a bean class by handles that were looked up at deployment. Immutable and thread-safe. */
final class EntityOperations {
    private static final MethodType GENERIC = MethodType.methodType(Object.class, Object.class, Object[].class);

    private final Map<Method, MethodHandle> handles = new HashMap<>();
    private final @Nullable MethodHandle isModified;

    EntityOperations(Class<?> bean, EntityModel entity) {
        for (Operation each : entity.operations()) {
            add(each.target());
            add(each.post());
        }
        String name = entity.settings().isModified();
        this.isModified = name == null ? null : handle(isModified(bean, name));
    }

    private void add(@Nullable Method method) {
        if (method != null) {
            handles.computeIfAbsent(method, EntityOperations::handle);
        }
    }

    private static Method isModified(Class<?> bean, String name) {
        for (Class<?> each = bean; each != null; each = each.getSuperclass()) {
            try {
                Method method = each.getDeclaredMethod(name);
                if (method.getReturnType() == boolean.class) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // it may be a superclass's
            }
        }
        throw new IllegalArgumentException("is-modified-method-name names '" + name + "', and " + bean.getName()
                + " has no such method: expected" + " one without parameters that returns boolean");
    }

    private static MethodHandle handle(Method method) {
        try {
            method.setAccessible(true);
            return MethodHandles.lookup()
                    .unreflect(method)
                    .asFixedArity()
                    .asSpreader(Object[].class, method.getParameterCount())
                    .asType(GENERIC);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(method + " cannot be called: " + e.getMessage(), e);
        }
    }

    @Nullable
    Object call(Operation operation, EntityBean bean, @Nullable Object[] arguments) throws Throwable {
        return call(operation.target(), bean, arguments);
    }

    @Nullable
    Object post(Operation operation, EntityBean bean, @Nullable Object[] arguments) throws Throwable {
        return operation.post() == null ? null : call(operation.post(), bean, arguments);
    }

    private @Nullable Object call(@Nullable Method method, EntityBean bean, @Nullable Object[] arguments)
            throws Throwable {
        MethodHandle handle = handles.get(method);
        if (handle == null) {
            throw new IllegalStateException("no method of the bean class");
        }
        return (Object) handle.invokeExact((Object) bean, arguments);
    }

    boolean modified(EntityBean bean) throws Throwable {
        return isModified == null || Boolean.TRUE.equals((Object) isModified.invokeExact((Object) bean, new Object[0]));
    }
}
