package io.keelson.servlet.component;

import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.spi.ComponentFactory;
import jakarta.annotation.Resource;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes components by their constructor without arguments, injects {@code env-entry} values where {@code @Resource} or an
 * {@code injection-target} asks for them, and calls {@code @PostConstruct} and {@code @PreDestroy}, or the methods that the
 * descriptor names in their place (Servlet 6.1, 15.5). Other resources are not there: the first time that one is asked for,
 * the log says so, and the component keeps what it has. Keeps nothing of what it makes. Thread-safe.
 */
public final class ReflectiveComponents implements ComponentFactory {
    private final Map<String, Object> environment = new HashMap<>();

    /** By class: the name of a field or property to its value. */
    private final Map<String, Map<String, Object>> targets = new HashMap<>();

    private final WebDescriptor.Lifecycle lifecycle;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /**
     * A factory for an application with these environment entries; those without a value cannot be injected.
     *
     * @param loader the application's
     * @throws IllegalArgumentException when the value of an entry is none of its type; the message names it
     */
    public ReflectiveComponents(
            List<WebDescriptor.EnvironmentEntry> entries, WebDescriptor.Lifecycle lifecycle, ClassLoader loader) {
        this.lifecycle = lifecycle;
        for (WebDescriptor.EnvironmentEntry entry : entries) {
            String text = entry.value();
            if (text != null) {
                Object value = EnvironmentValues.of(entry.name(), entry.type(), text, loader);
                environment.put(entry.name(), value);
                entry.targets()
                        .forEach(target -> targets.computeIfAbsent(target.className(), c -> new LinkedHashMap<>())
                                .put(target.name(), value));
            }
        }
    }

    @Override
    public <T> T create(Class<T> type) throws Exception {
        Constructor<?> constructor = ComponentClass.of(type).constructor();
        if (constructor == null) {
            throw new NoSuchMethodException(type.getName() + " has no constructor without arguments");
        }
        T instance;
        try {
            instance = type.cast(constructor.newInstance());
        } catch (InvocationTargetException e) {
            throw cause(e);
        }
        initialise(instance);
        return instance;
    }

    @Override
    public void initialise(Object instance) throws Exception {
        ComponentClass known = ComponentClass.of(instance.getClass());
        for (ComponentClass.Level level : known.levels()) {
            inject(instance, level);
        }
        for (Method method : known.postConstruct(lifecycle.postConstruct())) {
            call(instance, method);
        }
    }

    @Override
    public void destroy(Object instance) {
        List<Method> methods = ComponentClass.of(instance.getClass()).preDestroy(lifecycle.preDestroy());
        for (int i = methods.size() - 1; i >= 0; i--) {
            try {
                call(instance, methods.get(i));
            } catch (Exception | LinkageError e) {
                ComponentLog.LOG.preDestroyFailed(instance.getClass().getName(), e);
            }
        }
    }

    private void inject(Object instance, ComponentClass.Level level) throws Exception {
        Class<?> type = level.type();
        for (Map.Entry<String, Object> target :
                targets.getOrDefault(type.getName(), Map.of()).entrySet()) {
            injectTarget(instance, type, target.getKey(), target.getValue());
        }
        for (Field field : level.fields()) {
            Object value = value(field.getAnnotation(Resource.class), type, field.getName());
            if (value != null) {
                field.setAccessible(true);
                field.set(instance, value);
            }
        }
        for (Method method : level.setters()) {
            String property = Character.toLowerCase(method.getName().charAt(3))
                    + method.getName().substring(4);
            Object value = value(method.getAnnotation(Resource.class), type, property);
            if (value != null) {
                call(instance, method, value);
            }
        }
    }

    /** A setter where there is one, else the field (Jakarta EE Platform, 5.2.5). */
    private static void injectTarget(Object instance, Class<?> type, String name, Object value) throws Exception {
        String setter = "set" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(setter) && method.getParameterCount() == 1) {
                call(instance, method, value);
                return;
            }
        }
        Field field = type.getDeclaredField(name);
        field.setAccessible(true);
        field.set(instance, value);
    }

    /** The value of an entry; null where there is none, the component then keeps what it has. */
    private @Nullable Object value(Resource resource, Class<?> type, String property) {
        String own = type.getName() + "/" + property;
        String name = resource.name().isEmpty() ? own : resource.name();
        Object value = environment.get(name);
        boolean targeted = targets.getOrDefault(type.getName(), Map.of()).containsKey(property);
        if (value == null && !targeted && missing.add(own)) {
            ComponentLog.LOG.resourceMissing(property, type.getName(), name);
        }
        return value;
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
