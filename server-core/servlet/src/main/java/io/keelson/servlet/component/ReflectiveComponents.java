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
        for (Method method : callbacks(types, PostConstruct.class, lifecycle.postConstruct())) {
            call(instance, method);
        }
    }

    @Override
    public void destroy(Object instance) {
        List<Class<?>> types = fromTop(instance.getClass());
        List<Method> methods = callbacks(types, PreDestroy.class, lifecycle.preDestroy());
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

    /**
     * Methods with the annotation, those of superclasses first; one that is overridden counts as its override does. Of a class
     * for which the descriptor names a method that one counts instead.
     */
    private static List<Method> callbacks(
            List<Class<?>> types, Class<? extends Annotation> annotation, Map<String, String> declared) {
        List<Method> found = new ArrayList<>();
        Set<String> below = new HashSet<>();
        for (int i = types.size() - 1; i >= 0; i--) {
            for (Method method : types.get(i).getDeclaredMethods()) {
                String named = declared.get(types.get(i).getName());
                boolean callback = method.getParameterCount() == 0
                        && (named == null
                                ? method.isAnnotationPresent(annotation)
                                : method.getName().equals(named));
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
        for (Map.Entry<String, Object> target :
                targets.getOrDefault(type.getName(), Map.of()).entrySet()) {
            injectTarget(instance, type, target.getKey(), target.getValue());
        }
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
