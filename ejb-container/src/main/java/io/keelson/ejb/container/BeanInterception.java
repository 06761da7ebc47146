package io.keelson.ejb.container;

import io.keelson.ejb.interceptor.Bindings;
import io.keelson.ejb.interceptor.Event;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;

/**
 * The interceptors of a bean as annotations and descriptor bind them. Immutable.
 *
 * @param bindings the classes
 * @param ofBean the methods of the bean class that the descriptor names
 * @param ofInterceptors the same of interceptor classes
 */
public record BeanInterception(
        Bindings bindings, Map<Event, Set<Method>> ofBean, Map<Class<?>, Map<Event, Set<Method>>> ofInterceptors) {}
