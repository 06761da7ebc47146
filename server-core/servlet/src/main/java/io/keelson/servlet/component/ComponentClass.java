package io.keelson.servlet.component;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the annotations of a component's class ask for. Found once a class, as pages make tag handlers for
 * every request; kept by the class itself, of which it knows nothing but its own members, so that it goes with it. Immutable.
 *
 * <p>Specification: Servlet 6.1, 15.5 Annotations and Resource Injection.
 *
 * @param constructor that without arguments; null: there is none
 * @param levels the class and its superclasses, those first
 * @param postConstruct methods with that annotation, those of superclasses first
 * @param preDestroy likewise
 */
record ComponentClass(
        @Nullable Constructor<?> constructor, List<Level> levels, List<Method> postConstruct, List<Method> preDestroy) {
    private static final ClassValue<ComponentClass> KNOWN = new ClassValue<>() {
        @Override
        protected ComponentClass computeValue(Class<?> type) {
            return read(type);
        }
    };

    /**
     * One class with what it declares itself.
     *
     * @param fields those with {@code @Resource}
     * @param setters those with {@code @Resource}
     */
    record Level(Class<?> type, List<Field> fields, List<Method> setters) {}

    static ComponentClass of(Class<?> type) {
        return KNOWN.get(type);
    }

    private static ComponentClass read(Class<?> type) {
        List<Class<?>> types = new ArrayList<>();
        for (Class<?> t = type; t != null && t != Object.class; t = t.getSuperclass()) {
            types.add(0, t);
        }
        return new ComponentClass(
                constructor(type),
                types.stream().map(ComponentClass::level).toList(),
                callbacks(types, PostConstruct.class, Map.of()),
                callbacks(types, PreDestroy.class, Map.of()));
    }

    private static @Nullable Constructor<?> constructor(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    private static Level level(Class<?> type) {
        return new Level(
                type,
                Arrays.stream(type.getDeclaredFields())
                        .filter(field -> field.isAnnotationPresent(Resource.class))
                        .toList(),
                Arrays.stream(type.getDeclaredMethods())
                        .filter(ComponentClass::isResourceSetter)
                        .toList());
    }

    private static boolean isResourceSetter(Method method) {
        return method.isAnnotationPresent(Resource.class)
                && method.getParameterCount() == 1
                && method.getName().startsWith("set")
                && method.getName().length() > 3;
    }

    /** The methods to call after an instance was made; where the descriptor names one for a class, that one. */
    List<Method> postConstruct(Map<String, String> declared) {
        return concerned(declared) ? callbacks(types(), PostConstruct.class, declared) : postConstruct;
    }

    /** The methods to call before an instance goes, in reverse; where the descriptor names one for a class, that one. */
    List<Method> preDestroy(Map<String, String> declared) {
        return concerned(declared) ? callbacks(types(), PreDestroy.class, declared) : preDestroy;
    }

    private boolean concerned(Map<String, String> declared) {
        return !declared.isEmpty()
                && levels.stream()
                        .anyMatch(level -> declared.containsKey(level.type().getName()));
    }

    private List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        levels.forEach(level -> types.add(level.type()));
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
            Method[] methods = types.get(i).getDeclaredMethods();
            String named = declared.get(types.get(i).getName());
            for (Method method : methods) {
                boolean callback = method.getParameterCount() == 0
                        && (named == null
                                ? method.isAnnotationPresent(annotation)
                                : method.getName().equals(named));
                if (callback && !below.contains(method.getName())) {
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
}
