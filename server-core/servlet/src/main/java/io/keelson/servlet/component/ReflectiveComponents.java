package io.keelson.servlet.component;

import io.keelson.servlet.descriptor.WebDescriptor;
import io.keelson.servlet.spi.ComponentFactory;
import jakarta.annotation.Resource;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes components by their constructor without arguments, injects what {@code @Resource} or an {@code injection-target} asks for, and calls
 * {@code @PostConstruct} and {@code @PreDestroy}, or the methods that the descriptor names in their place. What a name
 * that is declared leads to must be there, else the component is not made; where nothing declares what is meant, the log says so the first
 * time, and the component keeps what it has. Keeps nothing of what it makes. Thread-safe.
 *
 * <p>Specification: Servlet 6.1, 15.5 Annotations and Resource Injection.
 */
public final class ReflectiveComponents implements ComponentFactory {
    private final Environment environment;
    private final WebDescriptor.Lifecycle lifecycle;
    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    /** A factory for an application with this environment. */
    public ReflectiveComponents(Environment environment, WebDescriptor.Lifecycle lifecycle) {
        this.environment = environment;
        this.lifecycle = lifecycle;
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
        for (Map.Entry<String, String> target :
                environment.targets(type.getName()).entrySet()) {
            injectTarget(instance, type, target.getKey(), environment.declared(target.getValue()));
        }
        for (Field field : level.fields()) {
            Object value = value(field.getAnnotation(Resource.class), type, field.getName(), field.getType());
            if (value != null) {
                field.setAccessible(true);
                field.set(instance, value);
            }
        }
        for (Method method : level.setters()) {
            String property = Character.toLowerCase(method.getName().charAt(3))
                    + method.getName().substring(4);
            Object value = value(method.getAnnotation(Resource.class), type, property, method.getParameterTypes()[0]);
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

    /** What is to be injected; null where nothing says what it is, the component then keeps what it has. */
    private @Nullable Object value(Resource resource, Class<?> type, String property, Class<?> wanted)
            throws NamingException {
        if (environment.targets(type.getName()).containsKey(property)) {
            return null; // the descriptor has injected it
        }
        String own = type.getName() + "/" + property;
        String name = resource.name().isEmpty() ? own : resource.name();
        Class<?> meant = resource.type() == Object.class ? wanted : resource.type();
        Object value = environment.resource(name, resource.lookup(), resource.mappedName(), meant);
        if (value == null) {
            if (missing.add(own)) {
                ComponentLog.LOG.resourceMissing(property, type.getName(), name);
            }
        } else if (!wanted.isPrimitive() && !wanted.isInstance(value)) {
            throw new NamingException(
                    "@Resource " + property + " of " + type.getName() + " is to be a " + wanted.getName() + ", and "
                            + name + " is a " + value.getClass().getName());
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
