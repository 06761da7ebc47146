package io.keelson.ejb.interceptor;

import jakarta.interceptor.ExcludeClassInterceptors;
import jakarta.interceptor.ExcludeDefaultInterceptors;
import jakarta.interceptor.Interceptors;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The interceptor classes that annotations bind to a bean. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 7.8; Jakarta Interceptors 2.2, 5.2.
 *
 * @param defaults those of the module, in order
 */
public record Bindings(List<Class<?>> defaults) {
    public Bindings {
        defaults = List.copyOf(defaults);
    }

    /** Returns the interceptors around life-cycle events of a bean, in order. */
    public List<Class<?>> lifecycle(Class<?> bean) {
        List<Class<?>> all = new ArrayList<>();
        if (!bean.isAnnotationPresent(ExcludeDefaultInterceptors.class)) {
            all.addAll(defaults);
        }
        all.addAll(named(bean));
        return all;
    }

    /** Returns the interceptors around a method of a bean, in order; those of the bean class itself are not among them. */
    public List<Class<?>> around(Class<?> bean, Method method) {
        List<Class<?>> all = new ArrayList<>();
        boolean without = method.isAnnotationPresent(ExcludeDefaultInterceptors.class)
                || bean.isAnnotationPresent(ExcludeDefaultInterceptors.class);
        if (!without) {
            all.addAll(defaults);
        }
        if (!method.isAnnotationPresent(ExcludeClassInterceptors.class)) {
            all.addAll(named(bean));
        }
        all.addAll(named(method));
        return all;
    }

    private static List<Class<?>> named(AnnotatedElement element) {
        Interceptors interceptors = element.getAnnotation(Interceptors.class);
        return interceptors == null ? List.of() : Arrays.asList(interceptors.value());
    }
}
