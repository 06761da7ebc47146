package io.keelson.appclient;

import io.keelson.appclient.Reference.Target;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sets static members of a main class and its superclasses, and calls their callbacks (Jakarta EE Platform 11, EE.5.2.5). Confined to one
 * thread.
 */
final class Injection {
    private final Class<?> main;

    Injection(Class<?> main) {
        this.main = main;
    }

    /** Returns the type of a member. */
    Class<?> type(Target target) throws ClientException {
        Class<?> owner = owner(target.owner());
        Method setter = setter(owner, target.name());
        return setter != null
                ? setter.getParameterTypes()[0]
                : field(owner, target.name()).getType();
    }

    void set(Target target, Object value, String place) throws ClientException {
        Class<?> owner = owner(target.owner());
        try {
            Method setter = setter(owner, target.name());
            if (setter != null) {
                setter.setAccessible(true);
                setter.invoke(null, value);
            } else {
                Field field = field(owner, target.name());
                field.setAccessible(true);
                field.set(null, value);
            }
        } catch (InvocationTargetException e) {
            throw new ClientException(
                    place + ": the setter of " + target.owner() + "." + target.name() + " failed: " + e.getCause(),
                    e.getCause());
        } catch (IllegalAccessException | IllegalArgumentException e) {
            throw new ClientException(
                    place + ": a value of " + value.getClass().getName() + " cannot be injected into " + target.owner()
                            + "." + target.name() + " of " + type(target).getName(),
                    e);
        }
    }

    private Class<?> owner(String name) throws ClientException {
        for (Class<?> each : ClientAnnotations.hierarchy(main)) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        throw new ClientException("nothing can be injected into " + name + ": it is neither the main class "
                + main.getName() + " nor a superclass of it");
    }

    private static @Nullable Method setter(Class<?> owner, String property) throws ClientException {
        String name = "set" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        for (Method each : owner.getDeclaredMethods()) {
            if (each.getName().equals(name) && each.getParameterCount() == 1) {
                needStatic(each.getModifiers(), owner.getName() + "." + name);
                return each;
            }
        }
        return null;
    }

    private static Field field(Class<?> owner, String name) throws ClientException {
        try {
            Field field = owner.getDeclaredField(name);
            needStatic(field.getModifiers(), owner.getName() + "." + name);
            return field;
        } catch (NoSuchFieldException e) {
            List<String> names = new ArrayList<>();
            for (Field each : owner.getDeclaredFields()) {
                names.add(each.getName());
            }
            throw new ClientException(
                    owner.getName() + " has no field and no setter '" + name + "'" + Nearest.of(name, names), e);
        }
    }

    private static void needStatic(int modifiers, String member) throws ClientException {
        if (!Modifier.isStatic(modifiers)) {
            throw new ClientException(member + " is not static: an application client has static members injected only,"
                    + " as its main class has no instance");
        }
    }

    /** Returns the callbacks in the order of their calls: superclasses first. */
    List<Method> callbacks(boolean beginning, boolean annotations, List<Target> declared) throws ClientException {
        Class<? extends Annotation> annotation = beginning ? PostConstruct.class : PreDestroy.class;
        List<Method> found = new ArrayList<>();
        for (Class<?> each : ClientAnnotations.hierarchy(main)) {
            for (Method method : each.getDeclaredMethods()) {
                boolean named = declared.stream()
                        .anyMatch(target -> target.name().equals(method.getName())
                                && (target.owner().isEmpty() ? main : each)
                                        .getName()
                                        .equals(target.owner().isEmpty() ? each.getName() : target.owner()));
                if (named || annotations && method.isAnnotationPresent(annotation)) {
                    String place = each.getName() + "." + method.getName() + "() (@" + annotation.getSimpleName() + ")";
                    needStatic(method.getModifiers(), place);
                    if (method.getParameterCount() != 0 || method.getReturnType() != void.class) {
                        throw new ClientException(place + " is to have no parameters and no result");
                    }
                    method.setAccessible(true);
                    found.add(method);
                }
            }
        }
        for (Target target : declared) {
            if (found.stream().noneMatch(method -> method.getName().equals(target.name()))) {
                throw new ClientException(ClientModule.DESCRIPTOR + ": there is no method " + target.name()
                        + "() without parameters in "
                        + (target.owner().isEmpty() ? main.getName() : target.owner()));
            }
        }
        return found;
    }
}
