package io.keelson.ejb.model;

import jakarta.ejb.Local;
import jakarta.ejb.LocalBean;
import jakarta.ejb.LocalHome;
import jakarta.ejb.Remote;
import jakarta.ejb.RemoteHome;
import java.io.Externalizable;
import java.io.Serializable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the views of a session bean from the annotations of its class and interfaces.
 *
 * <p>Specification: Enterprise Beans 4.0 Core, 4.9.7 and 4.9.8.
 */
final class ViewReader {
    private final Class<?> bean;
    private final BeanRules rules;
    private final @Nullable Given given;

    ViewReader(Class<?> bean, BeanRules rules, @Nullable Given given) {
        this.given = given;
        this.bean = bean;
        this.rules = rules;
    }

    Views read() {
        Set<Class<?>> local = new LinkedHashSet<>();
        Set<Class<?>> remote = new LinkedHashSet<>();
        List<Class<?>> implemented = businessInterfaces();
        Local onLocal = bean.getAnnotation(Local.class);
        Remote onRemote = bean.getAnnotation(Remote.class);
        if (onLocal != null) {
            local.addAll(named(onLocal.value(), implemented, "Local"));
        }
        if (onRemote != null) {
            remote.addAll(named(onRemote.value(), implemented, "Remote"));
        }
        for (Class<?> each : implemented) {
            if (each.isAnnotationPresent(Remote.class)) {
                remote.add(each);
            } else if (each.isAnnotationPresent(Local.class)) {
                local.add(each);
            }
        }
        if (given != null) {
            local.addAll(given.local());
            remote.addAll(given.remote());
        }
        List<Views.Home> homes = homes();
        boolean noInterface = bean.isAnnotationPresent(LocalBean.class) || given != null && given.noInterface();
        boolean nothing = local.isEmpty() && remote.isEmpty() && onLocal == null && onRemote == null && homes.isEmpty();
        if (nothing && !noInterface) {
            if (implemented.isEmpty()) {
                noInterface = true;
            } else {
                local.addAll(implemented);
            }
        }
        for (Class<?> each : local) {
            if (remote.contains(each)) {
                rules.broken(
                        "4.9.7", bean.getName(), each.getName() + " is both a local and a remote business interface");
            }
        }
        return new Views(noInterface, new ArrayList<>(local), new ArrayList<>(remote), homes);
    }

    private List<Class<?>> named(Class<?>[] values, List<Class<?>> implemented, String annotation) {
        if (values.length > 0) {
            for (Class<?> value : values) {
                if (!value.isInterface()) {
                    rules.broken(
                            "4.9.7",
                            bean.getName(),
                            "@" + annotation + " names " + value.getName() + ", which is no interface");
                }
            }
            return Arrays.asList(values);
        }
        List<Class<?>> rest = implemented.stream()
                .filter(each -> !each.isAnnotationPresent(Local.class) && !each.isAnnotationPresent(Remote.class))
                .toList();
        if (implemented.isEmpty()) {
            rules.broken(
                    "4.9.7", bean.getName(), "@" + annotation + " names no interface, and the class implements none");
        }
        return rest;
    }

    /** Interfaces of the platform are no business interfaces. Those of a superclass belong to the superclass. */
    private List<Class<?>> businessInterfaces() {
        return Arrays.stream(bean.getInterfaces())
                .filter(each -> each != Serializable.class
                        && each != Externalizable.class
                        && !each.getName().startsWith("jakarta.ejb."))
                .toList();
    }

    private List<Views.Home> homes() {
        List<Views.Home> homes = new ArrayList<>();
        RemoteHome remote = bean.getAnnotation(RemoteHome.class);
        if (remote != null) {
            home(remote.value(), true, homes);
        }
        LocalHome local = bean.getAnnotation(LocalHome.class);
        if (local != null) {
            home(local.value(), false, homes);
        }
        if (given != null) {
            for (Views.Home each : given.homes()) {
                homes.removeIf(other -> other.remote() == each.remote());
                homes.add(each);
            }
        }
        return homes;
    }

    private void home(Class<?> home, boolean remote, List<Views.Home> homes) {
        Class<?> component = created(home);
        if (component == null) {
            rules.broken(
                    remote ? "4.9.5" : "4.9.6", home.getName(), "a home interface needs a create method with a result");
        } else {
            homes.add(new Views.Home(home, component, remote));
        }
    }

    static @Nullable Class<?> created(Class<?> home) {
        for (Method method : home.getMethods()) {
            if (method.getName().startsWith("create") && !Modifier.isStatic(method.getModifiers())) {
                return method.getReturnType();
            }
        }
        return null;
    }
}
