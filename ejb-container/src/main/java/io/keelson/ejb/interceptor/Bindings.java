package io.keelson.ejb.interceptor;

import jakarta.interceptor.ExcludeClassInterceptors;
import jakarta.interceptor.ExcludeDefaultInterceptors;
import jakarta.interceptor.Interceptors;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The interceptor classes that annotations bind to a bean. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 7.8; Jakarta Interceptors 2.2, 5.2.
 *
 * @param defaults those of the module, in order
 * @param ofClass those that a descriptor binds to the bean, after those of annotations
 * @param ofMethods those that a descriptor binds to methods of it, likewise
 * @param withoutDefaults true if a descriptor excludes the defaults from the bean
 * @param withoutClass the methods from which a descriptor excludes the interceptors of the class
 * @param classOrdered true if {@code ofClass} is the whole order of the interceptors of the bean, those of annotations among them (7.8.2)
 * @param ordered methods of which {@code ofMethods} is the whole order
 * @param annotated true if the annotations of the bean class count, too; not where the descriptor is complete
 */
public record Bindings(
        List<Class<?>> defaults,
        List<Class<?>> ofClass,
        Map<Method, List<Class<?>>> ofMethods,
        boolean withoutDefaults,
        Set<Method> withoutClass,
        boolean classOrdered,
        Set<Method> ordered,
        boolean annotated) {
    public Bindings {
        defaults = List.copyOf(defaults);
        ofClass = List.copyOf(ofClass);
        ofMethods = Map.copyOf(ofMethods);
        withoutClass = Set.copyOf(withoutClass);
        ordered = Set.copyOf(ordered);
    }

    /** Makes the bindings of a bean that no descriptor names. */
    public Bindings(List<Class<?>> defaults) {
        this(defaults, List.of(), Map.of(), false, Set.of(), false, Set.of(), true);
    }

    /** Returns the interceptors around life-cycle events of a bean, in order. */
    public List<Class<?>> lifecycle(Class<?> bean) {
        if (classOrdered) {
            return ofClass;
        }
        List<Class<?>> all = new ArrayList<>();
        if (!withoutDefaults && !has(bean, ExcludeDefaultInterceptors.class)) {
            all.addAll(defaults);
        }
        all.addAll(named(bean));
        all.addAll(ofClass);
        return all;
    }

    /** Returns the interceptors around a method of a bean, in order; those of the bean class itself are not among them. */
    public List<Class<?>> around(Class<?> bean, Method method) {
        if (ordered.contains(method)) {
            return ofMethods.getOrDefault(method, List.of());
        }
        List<Class<?>> all = new ArrayList<>();
        boolean without = classOrdered
                || withoutDefaults
                || has(method, ExcludeDefaultInterceptors.class)
                || has(bean, ExcludeDefaultInterceptors.class);
        if (!without) {
            all.addAll(defaults);
        }
        if (!has(method, ExcludeClassInterceptors.class) && !withoutClass.contains(method)) {
            if (!classOrdered) {
                all.addAll(named(bean));
            }
            all.addAll(ofClass);
        }
        all.addAll(named(method));
        all.addAll(ofMethods.getOrDefault(method, List.of()));
        return all;
    }

    private boolean has(AnnotatedElement element, Class<? extends Annotation> annotation) {
        return annotated && element.isAnnotationPresent(annotation);
    }

    private List<Class<?>> named(AnnotatedElement element) {
        Interceptors interceptors = !annotated ? null : element.getAnnotation(Interceptors.class);
        return interceptors == null ? List.of() : Arrays.asList(interceptors.value());
    }
}
