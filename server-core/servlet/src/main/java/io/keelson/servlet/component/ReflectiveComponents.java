package io.keelson.servlet.component;

import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.spi.ComponentFactory;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes components by their constructor without arguments, injects {@code env-entry} values where {@code @Resource} asks for
 * them, and calls {@code @PostConstruct} and {@code @PreDestroy} (Servlet 6.1, 15.5). Keeps nothing of what it makes.
 * Thread-safe.
 */
public final class ReflectiveComponents implements ComponentFactory {
    private final Map<String, Object> environment = new HashMap<>();

    /** A factory for an application with these environment entries; those without a value cannot be injected. */
    public ReflectiveComponents(List<WebDescriptor.EnvironmentEntry> entries) {
        for (WebDescriptor.EnvironmentEntry entry : entries) {
            String value = entry.value();
            if (value != null) {
                environment.put(entry.name(), EnvironmentValues.of(entry.name(), entry.type(), value));
            }
        }
    }

    @Override
    public <T> T create(Class<T> type) throws Exception {
        Constructor<T> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        T instance;
        try {
            instance = constructor.newInstance();
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
        initialise(instance);
        return instance;
    }

    @Override
    public void initialise(Object instance) throws Exception {
        List<Class<?>> types = fromTop(instance.getClass());
        for (Class<?> type : types) {
            inject(instance, type);
        }
        for (Method method : annotated(types, PostConstruct.class)) {
            call(instance, method);
        }
    }

    @Override
    public void destroy(Object instance) {
        List<Class<?>> types = fromTop(instance.getClass());
        List<Method> methods = annotated(types, PreDestroy.class);
        for (int i = methods.size() - 1; i >= 0; i--) {
            try {
                call(instance, methods.get(i));
            } catch (Exception | LinkageError e) {
                ComponentLog.LOG.preDestroyFailed(instance.getClass().getName(), e);
            }
        }
    }

    private static List<Class<?>> fromTop(Class<?> of) {
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> type = of; type != null && type != Object.class; type = type.getSuperclass()) {
            types.add(0, type);
        }
        return types;
    }

    /** Methods with the annotation, those of superclasses first; one that is overridden counts as its override does. */
    private static List<Method> annotated(List<Class<?>> types, Class<? extends Annotation> annotation) {
        List<Method> found = new ArrayList<>();
        Set<String> below = new HashSet<>();
        for (int i = types.size() - 1; i >= 0; i--) {
            for (Method method : types.get(i).getDeclaredMethods()) {
                boolean callback = method.getParameterCount() == 0 && method.isAnnotationPresent(annotation);
                if (callback && !below.contains(method.getName())) {
                    found.add(0, method);
                }
            }
            for (Method method : types.get(i).getDeclaredMethods()) {
                if (method.getParameterCount() == 0 && !java.lang.reflect.Modifier.isPrivate(method.getModifiers())) {
                    below.add(method.getName());
                }
            }
        }
        return found;
    }

    private void inject(Object instance, Class<?> type) throws Exception {
        for (Field field : type.getDeclaredFields()) {
            Resource resource = field.getAnnotation(Resource.class);
            if (resource != null) {
                Object value = value(resource, type, field.getName());
                if (value != null) {
                    field.setAccessible(true);
                    field.set(instance, value);
                }
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            Resource resource = method.getAnnotation(Resource.class);
            if (resource != null
                    && method.getParameterCount() == 1
                    && method.getName().startsWith("set")
                    && method.getName().length() > 3) {
                String property = Character.toLowerCase(method.getName().charAt(3))
                        + method.getName().substring(4);
                Object value = value(resource, type, property);
                if (value != null) {
                    call(instance, method, value);
                }
            }
        }
    }

    /** The value of an entry; null where there is none, the component then keeps what it has. */
    private @Nullable Object value(Resource resource, Class<?> type, String property) {
        String name = resource.name().isEmpty() ? type.getName() + "/" + property : resource.name();
        return environment.get(name);
    }

    private static void call(Object instance, Method method, Object... arguments) throws Exception {
        method.setAccessible(true);
        try {
            method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
    }

    private static Exception cause(InvocationTargetException e) {
        Throwable cause = e.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof Exception exception ? exception : e;
    }
}
