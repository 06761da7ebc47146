package io.keelson.component.injection;

import io.keelson.component.descriptor.ComponentDescriptor.Lifecycle;
import io.keelson.component.spi.LifecycleCallbacks;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The life-cycle callbacks of a module's classes: annotated methods, or those that the descriptor names for a class in their place.
 * Annotated ones are found once a class and kept by it. Thread-safe.
 *
 * <p>Specification: Jakarta Annotations 3.0, 2.5 jakarta.annotation.PostConstruct; Jakarta Annotations 3.0, 2.6
 * jakarta.annotation.PreDestroy.
 */
public final class Callbacks implements LifecycleCallbacks {
    private static final ClassValue<Annotated> ANNOTATED = new ClassValue<>() {
        @Override
        protected Annotated computeValue(Class<?> type) {
            return new Annotated(
                    find(type, PostConstruct.class, Map.of()), reversed(find(type, PreDestroy.class, Map.of())));
        }
    };

    private final Lifecycle declared;

    /** The methods of one class, in the order of the calls. */
    private record Annotated(List<Method> postConstruct, List<Method> preDestroy) {}

    /**
     * Makes the callbacks of a module.
     *
     * @param declared the methods that its descriptor names
     */
    public Callbacks(Lifecycle declared) {
        this.declared = declared;
    }

    @Override
    public List<Method> postConstruct(Class<?> type) {
        return concerns(declared.postConstruct(), type)
                ? find(type, PostConstruct.class, declared.postConstruct())
                : ANNOTATED.get(type).postConstruct();
    }

    @Override
    public List<Method> preDestroy(Class<?> type) {
        return concerns(declared.preDestroy(), type)
                ? reversed(find(type, PreDestroy.class, declared.preDestroy()))
                : ANNOTATED.get(type).preDestroy();
    }

    @Override
    public void begin(Object instance) throws Exception {
        for (Method method : postConstruct(instance.getClass())) {
            Invocation.call(instance, method);
        }
    }

    @Override
    public void end(Object instance) {
        for (Method method : preDestroy(instance.getClass())) {
            try {
                Invocation.call(instance, method);
            } catch (Exception | LinkageError e) {
                InjectionLog.LOG.preDestroyFailed(instance.getClass().getName(), e);
            }
        }
    }

    private static boolean concerns(Map<String, String> methods, Class<?> type) {
        if (methods.isEmpty()) {
            return false;
        }
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (methods.containsKey(at.getName())) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns methods with the annotation, those of superclasses first; one that is overridden counts as its override does. For a class
     * with a declared method that one counts instead.
     */
    private static List<Method> find(
            Class<?> type, Class<? extends Annotation> annotation, Map<String, String> declared) {
        List<Method> found = new ArrayList<>();
        Set<String> below = new HashSet<>();
        for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
            Method[] methods = at.getDeclaredMethods();
            String named = declared.get(at.getName());
            for (Method method : methods) {
                boolean callback = method.getParameterCount() == 0
                        && (named == null
                                ? method.isAnnotationPresent(annotation)
                                : method.getName().equals(named));
                if (callback && !below.contains(method.getName())) {
                    method.setAccessible(true);
                    found.add(0, method);
                }
            }
            for (Method method : methods) {
                if (method.getParameterCount() == 0 && !Modifier.isPrivate(method.getModifiers())) {
                    below.add(method.getName());
                }
            }
        }
        return List.copyOf(found);
    }

    private static List<Method> reversed(List<Method> methods) {
        List<Method> reversed = new ArrayList<>(methods);
        Collections.reverse(reversed);
        return List.copyOf(reversed);
    }
}
