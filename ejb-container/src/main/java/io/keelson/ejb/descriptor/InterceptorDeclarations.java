package io.keelson.ejb.descriptor;

import io.keelson.component.descriptor.Element;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ejb.interceptor.Bindings;
import io.keelson.ejb.interceptor.Event;
import io.keelson.ejb.model.BeanMethod;
import io.keelson.ejb.model.BeanModel;
import jakarta.interceptor.InvocationContext;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The interceptors that a descriptor binds to beans, and the methods of beans and interceptors that it names. Immutable.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 7.8.2 and 14.2.
 */
public final class InterceptorDeclarations {
    private static final Map<String, Event> EVENTS = Map.of(
            "around-invoke", Event.AROUND_INVOKE,
            "around-timeout", Event.AROUND_TIMEOUT,
            "around-construct", Event.AROUND_CONSTRUCT,
            "post-construct", Event.POST_CONSTRUCT,
            "pre-destroy", Event.PRE_DESTROY,
            "post-activate", Event.POST_ACTIVATE,
            "pre-passivate", Event.PRE_PASSIVATE);

    private final EjbJar descriptor;
    private final ClassLoader loader;

    /** Makes it for a module. */
    public InterceptorDeclarations(EjbJar descriptor, ClassLoader loader) {
        this.descriptor = descriptor;
        this.loader = loader;
    }

    private Class<?> loaded(Element element, String name) throws DeploymentException {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new DeploymentException(element.location() + ": the class " + name + " cannot be loaded: " + e, e);
        }
    }

    /** Returns the interceptors of a bean. */
    public Bindings of(BeanModel bean) throws DeploymentException {
        List<Class<?>> defaults = new ArrayList<>();
        List<Class<?>> ofClass = new ArrayList<>();
        boolean withoutDefaults = false;
        Map<Method, List<Class<?>>> ofMethods = new LinkedHashMap<>();
        Set<Method> withoutClass = new LinkedHashSet<>();
        boolean classOrdered = false;
        Set<Method> ordered = new LinkedHashSet<>();
        for (Element each : descriptor.assembled("interceptor-binding")) {
            String name = each.requiredTextOf("ejb-name");
            List<Class<?>> classes = classes(each);
            if (name.equals("*")) {
                defaults.addAll(classes);
            } else if (name.equals(bean.name()) && !each.has("method")) {
                if (each.has("interceptor-order")) {
                    ofClass.clear();
                    classOrdered = true;
                }
                ofClass.addAll(classes);
                withoutDefaults |= flag(each, "exclude-default-interceptors");
            } else if (name.equals(bean.name())) {
                MethodPattern pattern = MethodPattern.of(java.util.Objects.requireNonNull(each.first("method")));
                for (BeanMethod method : bean.methods()) {
                    if (pattern.names(method.method()) > 0) {
                        if (each.has("interceptor-order")) {
                            ofMethods.remove(method.method());
                            ordered.add(method.method());
                        }
                        ofMethods
                                .computeIfAbsent(method.method(), none -> new ArrayList<>())
                                .addAll(classes);
                        if (flag(each, "exclude-class-interceptors")) {
                            withoutClass.add(method.method());
                        }
                    }
                }
            }
        }
        return new Bindings(
                defaults,
                ofClass,
                ofMethods,
                withoutDefaults,
                withoutClass,
                classOrdered,
                ordered,
                !descriptor.complete());
    }

    private static boolean flag(Element element, String child) throws DeploymentException {
        Element flag = element.first(child);
        return flag != null && (flag.unappliedText().isEmpty() || flag.bool());
    }

    private List<Class<?>> classes(Element binding) throws DeploymentException {
        Element order = binding.first("interceptor-order");
        List<Class<?>> classes = new ArrayList<>();
        for (Element each : (order == null ? binding : order).all("interceptor-class")) {
            classes.add(loaded(each, each.requiredText()));
        }
        return classes;
    }

    /** Returns the methods of a bean class that the descriptor names, by event. */
    public Map<Event, Set<Method>> ofBean(BeanModel bean) throws DeploymentException {
        BeanDeclaration declaration = descriptor.beans().get(bean.name());
        return declaration == null ? Map.of() : methods(declaration.element(), bean.beanClass());
    }

    /** Returns the interceptor classes whose methods the descriptor names, with these. */
    public Map<Class<?>, Map<Event, Set<Method>>> ofInterceptors() throws DeploymentException {
        Map<Class<?>, Map<Event, Set<Method>>> all = new LinkedHashMap<>();
        for (Map.Entry<String, Element> each : descriptor.interceptors().entrySet()) {
            Class<?> type = loaded(each.getValue(), each.getKey());
            all.put(type, methods(each.getValue(), type));
        }
        return all;
    }

    private Map<Event, Set<Method>> methods(Element owner, Class<?> type) throws DeploymentException {
        Map<Event, Set<Method>> methods = new EnumMap<>(Event.class);
        for (Element each : owner.children()) {
            Event event = EVENTS.get(each.name());
            if (event != null) {
                methods.computeIfAbsent(event, none -> new LinkedHashSet<>()).add(method(each, type));
            }
        }
        return methods;
    }

    private Method method(Element element, Class<?> owner) throws DeploymentException {
        String className =
                element.textOf("class") != null ? element.textOf("class") : element.textOf("lifecycle-callback-class");
        Class<?> type = className == null ? owner : loaded(element, className);
        String name = element.textOf("method-name") != null
                ? element.requiredTextOf("method-name")
                : element.requiredTextOf("lifecycle-callback-method");
        @Nullable Method found = Methods.find(type, name, InvocationContext.class);
        found = found == null ? Methods.find(type, name) : found;
        if (found == null) {
            throw element.wrong("names the method '" + name + "', which " + type.getName() + " does not have");
        }
        return found;
    }
}
